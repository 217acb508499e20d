import { useState } from "react";
import { Field } from "@/ui/Field";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { isSame, isUnread, listOf, unread } from "../values";

/** The bets that can be chosen, separated by commas. */
export function BetSteps({ path }: { path: string }) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const [typed, setTyped] = useState<string | null>(null);
  const written = isUnread(value) ? value.unread : listOf(value).join(", ");
  return (
    <Field
      label={texts.betSteps}
      value={typed !== null && isSame(readSteps(typed), value) ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value);
        change(readSteps(target.value));
      }}
      disabled={isLocked}
      error={isUnread(value) ? texts.betStepsWrong : error}
      hint={lockNote ?? texts.betStepsHint}
      autoComplete="off"
      className="max-w-xl"
    />
  );
}

function readSteps(text: string): unknown {
  const steps = text.split(",").map((step) => step.trim());
  return steps.every((step) => /^\d{1,7}$/.test(step)) ? steps.map(Number) : unread(text);
}
