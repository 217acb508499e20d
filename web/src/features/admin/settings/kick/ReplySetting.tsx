import { useRef } from "react";
import { Button } from "@/ui/Button";
import { TextArea } from "@/ui/TextArea";
import { useForm, useSetting } from "../form";
import * as texts from "../texts/kick.en";
import { valueAt } from "../values";
import { placeholdersOf, type ReplyName } from "./replies";

const REPLY_MAX = 400;

/** A reply in the chat, with the words that may be filled in. */
export function ReplySetting({ name }: { name: ReplyName }) {
  const path = `replies.${name}`;
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const { saved, defaults } = useForm();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === "string" ? value : "";
  const [stored, original] = [valueAt(saved, path), valueAt(defaults, path)];
  const placeholders = placeholdersOf[name];
  const insert = (placeholder: string) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    change(`${text.slice(0, selectionStart)}{${placeholder}}${text.slice(selectionEnd)}`);
    field.current?.focus();
  };
  const back = (label: string, earlier: unknown) => (
    <Button
      size="sm"
      tone="ghost"
      disabled={isLocked}
      onClick={() => {
        change(earlier);
        // The button is gone.
        field.current?.focus();
      }}
    >
      {label}
    </Button>
  );
  return (
    <div>
      <TextArea
        ref={field}
        label={texts.replyNames[name]}
        rows={2}
        maxLength={REPLY_MAX}
        value={text}
        // A reply is one line.
        onChange={({ target }) => change(target.value.replaceAll(/\s*\n\s*/g, " "))}
        disabled={isLocked}
        error={error}
        hint={lockNote}
      />
      <div
        role="group"
        aria-label={texts.wordsOf(texts.replyNames[name])}
        className="mt-2 flex flex-wrap items-center gap-2"
      >
        {placeholders.map((placeholder) => (
          <Button
            key={placeholder}
            size="sm"
            disabled={isLocked}
            aria-label={texts.insert(`{${placeholder}}`)}
            onClick={() => insert(placeholder)}
          >
            <span className="font-mono text-xs">{`{${placeholder}}`}</span>
            <span className="font-normal text-muted">{texts.fillings[placeholder]}</span>
          </Button>
        ))}
        {placeholders.length === 0 && <p className="text-sm text-muted">{texts.noPlaceholders}</p>}
        {text !== stored && stored !== original && back(texts.backToSaved, stored)}
        {text !== original && back(texts.backToDefault, original)}
      </div>
    </div>
  );
}
