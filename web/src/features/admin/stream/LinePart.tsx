import { type FormEvent, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { formatCountdown } from "@/ui/format/durations";
import { Select } from "@/ui/Select";
import { useMinute } from "@/wire/remaining";
import { Failed } from "./Failed";
import { hideLine, type Line, showLine, useLine } from "./queries";
import { LoadingPart, Section } from "./Section";
import * as texts from "./texts/en";

const TEXT_MAX = 80;
const times = [10, 30, 60, 300, 600].map((seconds) => ({
  value: String(seconds),
  label: seconds < 60 ? texts.secondCount(seconds) : texts.minuteCount(seconds / 60),
}));

/** A line for a while over the overlay. */
export function LinePart() {
  return (
    <Section part="line">
      <QueryView
        query={useLine()}
        what={texts.theLine}
        loading={<LoadingPart part="line" rows={3} />}
        failedAs="notice"
      >
        {(line) => <LineForm line={line} />}
      </QueryView>
    </Section>
  );
}

function LineForm({ line }: { line: Line | null }) {
  const [text, setText] = useState("");
  const [seconds, setSeconds] = useState("30");
  const show = useSubmit({ send: showLine });
  const hide = useSubmit<void, void>({ send: hideLine });
  const now = useMinute(line?.endsAt ?? "", everySecond);
  const left = line === null ? 0 : Date.parse(line.endsAt) - now;
  const shown = left > 0 ? line : null;
  const wanted = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    hide.reset();
    if (wanted !== "") void show.submit({ text: wanted, seconds: Number(seconds) });
  };
  const mistake = show.failed?.failure.fields.text;
  return (
    <>
      <Plate text={wanted === "" ? (shown?.text ?? "") : wanted} />
      <Remaining line={shown} isOther={wanted !== "" && wanted !== shown?.text} left={left} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field
          label={texts.text}
          labelHidden
          placeholder={texts.textPlaceholder}
          dir="auto"
          autoComplete="off"
          maxLength={TEXT_MAX}
          value={text}
          error={mistake}
          onChange={(event) => {
            show.reset();
            setText(event.target.value);
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Select
            size="sm"
            label={texts.seconds}
            labelHidden
            className="min-w-24 flex-1"
            options={times}
            value={seconds}
            onValueChange={setSeconds}
          />
          <Button type="submit" size="sm" busy={show.isBusy} disabled={wanted === ""}>
            {shown === null ? texts.show : texts.replace}
          </Button>
          <Button
            size="sm"
            tone="ghost"
            busy={hide.isBusy}
            disabled={shown === null}
            onClick={() => {
              show.reset();
              void hide.submit();
            }}
          >
            {texts.hide}
          </Button>
        </div>
        {mistake === undefined && <Failed failed={show.failed ?? hide.failed} />}
      </form>
    </>
  );
}

const everySecond = () => 1_000;

type RemainingProps = {
  line: Line | null;
  /** The plate shows another text. */
  isOther: boolean;
  left: number;
};

/** What is on the overlay and for how long. Screen readers announce the line, and not each second. */
function Remaining({ line, isOther, left }: RemainingProps) {
  const time = formatCountdown(Math.ceil(left / 1_000));
  return (
    <>
      <p role="timer" className="-mt-1 text-xs text-muted tabular-nums [overflow-wrap:anywhere]">
        {line === null
          ? texts.offAir
          : isOther
            ? texts.otherOnAir(line.text, time)
            : texts.onAir(time)}
      </p>
      <p role="status" className="sr-only">
        {line === null ? texts.noLine : texts.lineIs(line.text)}
      </p>
    </>
  );
}

/** The line as the overlay will show it: on one line, as large as it fits. */
function Plate({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className={cx(
        "rounded-md border bg-ink-800 px-4 py-2 text-center font-display font-bold [overflow-wrap:anywhere]",
        text === "" ? "border-line text-faint" : "border-line-strong",
      )}
    >
      {/* A box with padding would show the top of the line after the last one. */}
      <span className="line-clamp-2">{text === "" ? texts.textPlaceholder : text}</span>
    </p>
  );
}
