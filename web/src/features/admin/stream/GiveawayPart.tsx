import { useLayoutEffect, useRef, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { formatCountdown, formatTimeLeft } from "@/ui/format/durations";
import { Select } from "@/ui/Select";
import { useMinute } from "@/wire/remaining";
import { serverNow } from "@/wire/server-clock";
import { type Giveaway, type Phase, phaseOf } from "../giveaways/model";
import { endGiveaway, useGiveaways } from "../giveaways/queries";
import { DeleteQuestion } from "../giveaways/questions";
import { justEnded, openOnes, type Template, templatesOf } from "./evening";
import { Failed } from "./Failed";
import { PressTwice } from "./PressTwice";
import { LoadingPart, Section } from "./Section";
import { StartForm } from "./StartForm";
import * as texts from "./texts/en";
import { Winner } from "./Winner";

const HOUR_MS = 3_600_000;

/** The giveaway that runs, the winner of the last one, and the start of the next one. */
export function GiveawayPart() {
  const query = useGiveaways();
  const open = openOnes(query.data ?? []).length;
  return (
    <Section part="giveaway" note={open > 1 && texts.openCount(open)}>
      <QueryView
        query={query}
        what={texts.giveaways}
        loading={<LoadingPart part="giveaway" rows={4} />}
        failedAs="notice"
      >
        {(giveaways) => <Giveaways giveaways={giveaways} />}
      </QueryView>
    </Section>
  );
}

function Giveaways({ giveaways }: { giveaways: readonly Giveaway[] }) {
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const open = openOnes(giveaways);
  const running = open.find(({ id }) => id === chosen) ?? open[0];
  const ended = justEnded(giveaways, serverNow());
  const templates = templatesOf(giveaways);
  return (
    <>
      {ended !== undefined && ended.id !== dismissed && (
        <Winner giveaway={ended} onDismiss={() => setDismissed(ended.id)} />
      )}
      {running !== undefined && open.length > 1 && (
        <Select
          size="sm"
          label={texts.whichGiveaway}
          labelHidden
          options={open.map(({ id, prize }) => ({ value: id, label: prize }))}
          value={running.id}
          onValueChange={setChosen}
        />
      )}
      {running !== undefined && <Running key={running.id} giveaway={running} />}
      <NextOne isFirst={running === undefined} templates={templates} />
    </>
  );
}

type NextOneProps = { isFirst: boolean; templates: readonly Template[] };

/**
 * The form of the next giveaway, folded while another one runs. It has one place: what is typed stays when
 * another person starts one, and the form does not close over the field that has the focus.
 */
function NextOne({ isFirst, templates }: NextOneProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    const { current } = details;
    if (current === null) return;
    const isTyping = current.querySelector("input:focus, select:focus") !== null;
    if (isFirst || !isTyping) current.open = isFirst;
  }, [isFirst]);
  const fold = () => {
    const { current } = details;
    if (current === null) return;
    const hasFocus = current.contains(document.activeElement);
    current.open = false;
    if (hasFocus) document.getElementById("giveaway")?.focus({ preventScroll: true });
  };
  return (
    <details ref={details}>
      <summary
        hidden={isFirst}
        className="touch-target flex cursor-pointer items-center text-sm text-muted hover:text-text"
      >
        {texts.startAnother}
      </summary>
      <StartForm templates={templates} onStarted={fold} />
    </details>
  );
}

const everySecond = () => 1_000;

function Running({ giveaway }: { giveaway: Giveaway }) {
  const { id, title, prize, status, startTime, endTime, entryType, entryCost } = giveaway;
  const { ticketCount, entrantCount, listedTickets } = giveaway;
  const now = useMinute(status === "upcoming" ? startTime : endTime, everySecond);
  const phase = phaseOf(giveaway, now);
  const end = useSubmit<void, string>({ send: () => endGiveaway(id) });
  const [isCancelling, setCancelling] = useState(false);
  // Behind a question: it gives every point back.
  const cancel = (
    <Button
      size="sm"
      tone="ghost"
      className="self-start"
      disabled={end.isBusy}
      onClick={() => setCancelling(true)}
    >
      {texts.cancelGiveaway}
    </Button>
  );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="min-w-0">
        <p
          dir="auto"
          className="line-clamp-2 font-display text-lg font-extrabold [overflow-wrap:anywhere]"
        >
          {prize}
        </p>
        {title !== prize && (
          <p dir="auto" className="truncate text-sm text-muted">
            {title}
          </p>
        )}
      </div>
      <p className="font-display text-xl font-bold tabular-nums">{leftOf(giveaway, phase, now)}</p>
      <p className="text-sm text-muted tabular-nums">
        {texts.tickets(ticketCount, entrantCount)}
        {entryType === "paid" && ` · ${texts.priceEach(entryCost)}`}
      </p>
      {phase === "active" ? (
        <PressTwice
          tone="gold"
          again={listedTickets > 0 ? texts.drawAgain : texts.endWithoutAgain}
          back={texts.back}
          otherwise={cancel}
          busy={end.isBusy}
          disabled={end.isBusy}
          onConfirm={() => void end.submit()}
        >
          {listedTickets > 0 ? texts.draw : texts.endWithout}
        </PressTwice>
      ) : (
        cancel
      )}
      {isCancelling && (
        <DeleteQuestion
          isCancelling
          giveaway={giveaway}
          onClose={() => setCancelling(false)}
          onDone={() => document.getElementById("giveaway")?.focus({ preventScroll: true })}
        />
      )}
      <Failed failed={end.failed} />
    </div>
  );
}

function leftOf({ startTime, endTime }: Giveaway, phase: Phase, now: number): string {
  const left = (instant: string) => {
    const ms = Date.parse(instant) - now;
    return ms < HOUR_MS ? formatCountdown(Math.max(0, Math.ceil(ms / 1_000))) : formatTimeLeft(ms);
  };
  switch (phase) {
    case "upcoming":
      return texts.startsIn(left(startTime));
    case "active":
      return texts.endsIn(left(endTime));
    case "opening":
      return texts.opening;
    case "closing":
    case "ended":
      return texts.drawing;
  }
}
