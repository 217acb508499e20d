import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { type SubmitFailure, useSubmit } from "@/data/use-submit";
import { gameName, games } from "@/features/games/registry";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { Spinner } from "@/ui/Spinner";
import { type GameStates, switchGame, useGameStates } from "../status/games";
import { usePauses } from "../status/pauses";
import { Failed } from "./Failed";
import { LoadingPart, Section } from "./Section";
import * as texts from "./texts/en";

/** Null after a change that did not fail. */
type Failure = SubmitFailure<boolean> | null;

/** Pauses a game for everyone, and opens it again. */
export function GamesPart() {
  const query = useGameStates();
  const off = Object.values(query.data ?? {}).filter(Boolean).length;
  return (
    <Section part="games" note={off > 0 && texts.someOff(off)}>
      <QueryView
        query={query}
        what={texts.games}
        loading={<LoadingPart part="games" rows={4} />}
        failedAs="notice"
      >
        {(states) => <Switches states={states} />}
      </QueryView>
    </Section>
  );
}

function Switches({ states }: { states: GameStates }) {
  const { pauses } = usePauses();
  const [failures, setFailures] = useState<Readonly<Record<string, Failure>>>({});
  const listed = Object.keys(states).filter((id) => !games.some((game) => game.id === id));
  const all = [...games, ...listed.map((id) => ({ id, name: gameName(id) }))];
  return (
    <>
      <ul className="grid grid-cols-2 gap-2">
        {all.map(({ id, name }) => (
          <li key={id} className="flex min-w-0 flex-col">
            <GameSwitch
              id={id}
              name={name}
              isOff={states[id] === true}
              until={pauses.find((pause) => pause.id === id)?.until ?? null}
              onFailed={(failed) => setFailures((known) => ({ ...known, [id]: failed }))}
            />
          </li>
        ))}
      </ul>
      {all.map(({ id, name }) => (
        <Failed key={id} failed={failures[id] ?? null} of={name} />
      ))}
    </>
  );
}

type GameSwitchProps = {
  id: string;
  name: string;
  isOff: boolean;
  /** Its prize budget keeps it closed until then, whatever the switch says. */
  until: string | null;
  onFailed: (failed: Failure) => void;
};

function GameSwitch({ id, name, isOff, until, onFailed }: GameSwitchProps) {
  const change = useSubmit({
    send: (disabled: boolean) => switchGame(id, disabled),
    onAnswer: () => onFailed(null),
    onFailure: onFailed,
  });
  const hint = until === null ? undefined : texts.budgetUsed(formatMoment(until));
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={!isOff}
        aria-label={texts.switchOf(name)}
        aria-busy={change.isBusy || undefined}
        title={hint}
        onClick={(event) => {
          // A double click is one press: its second half would take the first one back.
          if (event.detail < 2) void change.submit(!isOff);
        }}
        className={cx(
          "touch-target flex w-full flex-1 flex-wrap items-center justify-between gap-x-2 rounded-sm border px-2 py-1 text-left text-sm leading-tight font-semibold transition-colors",
          isOff
            ? "border-loss/40 bg-loss/8 hover:border-loss/60"
            : "border-line bg-ink-850 hover:border-line-strong",
        )}
      >
        <span className="min-w-0">{name}</span>
        <span
          className={cx(
            "inline-flex shrink-0 items-center gap-1 text-xs font-medium",
            isOff || until !== null ? "text-loss" : "text-win",
          )}
        >
          {change.isBusy && <Spinner className="size-3.5" />}
          {isOff || until !== null ? texts.paused : texts.open}
        </span>
      </button>
      {hint !== undefined && <p className="mt-1 text-xs text-muted">{hint}</p>}
    </>
  );
}
