import { useState } from "react";
import { type Setting, useSetting } from "../form";
import { isSame, isUnread } from "../values";
import { type NumberRange, readNumber, writeNumber } from "./numbers";

type NumberSetting = Setting & {
  text: string;
  type: (text: string) => void;
  isWrong: boolean;
};

/** A number of the form as it is typed: "7." and "7.50" are the same value. */
export function useNumber(path: string, range: NumberRange): NumberSetting {
  const setting = useSetting(path);
  const [typed, setTyped] = useState<string | null>(null);
  const { value } = setting;
  const isTyped = typed !== null && isSame(readNumber(typed, range), value);
  return {
    ...setting,
    text: isTyped ? typed : writeNumber(value),
    type: (text) => {
      setTyped(text);
      setting.change(readNumber(text, range));
    },
    isWrong: isUnread(value),
  };
}
