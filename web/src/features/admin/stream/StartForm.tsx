import { Play } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Field } from "@/ui/Field";
import { Select } from "@/ui/Select";
import type { CallFailure } from "@/wire/failure";
import { saveGiveaway } from "../giveaways/queries";
import { blank, draftOf, type Template } from "./evening";
import { Failed } from "./Failed";
import * as texts from "./texts/en";

const none: CallFailure["fields"] = {};
const PRIZE_MAX = 120;
const lengths = [1, 2, 3, 5, 10, 15, 30, 60];
const entries = [
  { value: "free", label: texts.free },
  { value: "paid", label: texts.paid },
] as const;

const lengthText = (count: number) =>
  count % 60 === 0 ? texts.hours(count / 60) : texts.minutes(count);

type StartFormProps = { templates: readonly Template[]; onStarted: () => void };

/** Starts a giveaway: one press for the same as last time. */
export function StartForm({ templates, onStarted }: StartFormProps) {
  const [form, setForm] = useState(templates[0] ?? blank);
  const start = useSubmit({
    send: (draft: Template) => saveGiveaway(null, draftOf(draft)),
    onAnswer: onStarted,
  });
  const { prize, entryCost } = start.failed?.failure.fields ?? none;
  const change = (more: Partial<Template>) => {
    start.reset();
    setForm((before) => ({ ...before, ...more }));
  };
  const typePrize = (typed: string) => {
    // Another prize is another giveaway.
    const { title, description } = templates.find((one) => one.prize === typed.trim()) ?? blank;
    change({ prize: typed, title, description });
  };
  const minutes = [...new Set([...lengths, form.minutes])].toSorted((one, other) => one - other);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start.submit(form);
  };
  const others = templates.filter((template) => template.prize !== form.prize);
  return (
    <form noValidate onSubmit={submit} className="flex min-w-0 flex-col gap-3">
      <Field
        label={texts.prize}
        placeholder={texts.prizePlaceholder}
        dir="auto"
        maxLength={PRIZE_MAX}
        autoComplete="off"
        value={form.prize}
        error={prize}
        onChange={(event) => typePrize(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-2">
        <Select
          size="sm"
          label={texts.length}
          options={minutes.map((count) => ({ value: String(count), label: lengthText(count) }))}
          value={String(form.minutes)}
          onValueChange={(value) => change({ minutes: Number(value) })}
        />
        <Select
          size="sm"
          label={texts.entry}
          options={entries}
          value={form.entryType}
          onValueChange={(entryType) => change({ entryType })}
        />
      </div>
      {form.entryType === "paid" && (
        <Field
          label={texts.ticketPrice}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          value={form.entryCost === 0 ? "" : String(form.entryCost)}
          error={entryCost}
          onChange={(event) => change({ entryCost: Number(event.target.value.replace(/\D/g, "")) })}
        />
      )}
      <Button
        type="submit"
        tone="gold"
        busy={start.isBusy}
        disabled={form.prize.trim() === ""}
        icon={<Play aria-hidden="true" className="size-4 fill-current" />}
      >
        {texts.start}
      </Button>
      <p className="text-sm text-muted">{texts.startsAtOnce}</p>
      {others.length > 0 && (
        <ul aria-label={texts.recent} className="flex flex-wrap gap-2">
          {others.map((template) => (
            <li key={template.prize} className="max-w-full min-w-0">
              <Button
                size="sm"
                tone="ghost"
                className="max-w-full border border-line"
                onClick={() => change(template)}
              >
                <span className="truncate">
                  {texts.likeThat(template.prize, lengthText(template.minutes))}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {prize === undefined && entryCost === undefined && <Failed failed={start.failed} />}
    </form>
  );
}
