import { CopyButton } from "@/ui/CopyButton";
import { formatPoints } from "@/ui/format/numbers";
import { Points } from "@/ui/Points";
import { type CheckedRound, type Comparison, compareRound } from "../checker/check";
import { replayLine, type Stated } from "../checker/claim";
import type { Compared } from "../checker/compare";
import type { GameId } from "../game";
import type { PlayedTable } from "../tables/queries";
import * as texts from "../texts/round-check.en";
import { type CheckLine, type CheckState, Checks } from "./Checks";
import { Draws } from "./Draws";
import { Verdict } from "./Verdict";

type RoundReportProps = {
  game: GameId;
  checked: CheckedRound;
  stated: Stated;
  /** The commitment to compare with, empty for none. */
  given: string;
  table: PlayedTable;
};

/** A recomputed round: the verdict in words, the result drawn, every check, every draw. */
export function RoundReport({ game, checked, stated, given, table }: RoundReportProps) {
  const { outcome, play, seeds } = checked;
  const comparison = compareRound(checked, stated, given);
  return (
    <section aria-label={texts.recomputedRound} className="flex flex-col gap-4 animate-rise">
      <Verdict isSame={comparison.isSame} hasResult={stated.detail !== null} />
      {checked.result}
      <p className="flex items-center justify-between gap-4 rounded-md border border-line px-4 py-3 text-sm">
        <span className="text-muted">{texts.handsBack}</span>
        <Points amount={outcome.payout} className="text-lg" />
      </p>
      <Checks lines={linesOf(checked, comparison, stated, table)} />
      <Draws draws={outcome.draws} />
      <div className="flex items-center justify-between gap-4 border-t border-line pt-2 text-sm text-muted">
        <span>
          {texts.line(<code className="font-mono text-text">{texts.pointhouseReplay}</code>)}
        </span>
        <CopyButton text={replayLine(game, seeds, play)} what={texts.replayLine} labelled />
      </div>
    </section>
  );
}

function stateOf(same: boolean | null): CheckState {
  if (same === null) return "open";
  return same ? "good" : "bad";
}

function linesOf(
  { outcome, commitment }: CheckedRound,
  comparison: Comparison,
  stated: Stated,
  table: PlayedTable,
): CheckLine[] {
  const { draws, payout, result } = comparison;
  const count = outcome.draws.length;
  const lines: CheckLine[] = [
    {
      name: texts.commitment,
      state: stateOf(comparison.commitment),
      said: <CommitmentWords hash={commitment} isSame={comparison.commitment} />,
    },
    tableLine(stated, table),
  ];
  if (draws !== null)
    lines.push({
      name: texts.drawsLabel,
      state: stateOf(draws.same),
      said: draws.same ? texts.allDraws(count) : <Both {...draws} />,
    });
  if (result.length > 0) {
    const wrong = result.filter(({ same }) => !same);
    lines.push({
      name: texts.result,
      state: stateOf(wrong.length === 0),
      said:
        wrong.length === 0
          ? result.map(({ name }) => name.replaceAll("_", " ")).join(", ")
          : wrong.map((field) => <Both key={field.name} {...field} />),
    });
  }
  if (payout !== null)
    lines.push({
      name: texts.payout,
      state: stateOf(payout.same),
      said: payout.same ? texts.points(formatPoints(outcome.payout)) : <Both {...payout} />,
    });
  return lines;
}

function CommitmentWords({ hash, isSame }: { hash: string; isSame: boolean | null }) {
  return (
    <>
      {isSame === true && texts.seedsHashOneShown}
      {isSame === false && texts.seedsHashNotOne}
      {isSame === null && texts.hashSeedCompareOne}
      <span className="block font-mono text-xs break-all text-text">{hash}</span>
    </>
  );
}

function tableLine({ rulesHash }: Stated, table: PlayedTable): CheckLine {
  if (table.state === "known" && rulesHash !== null)
    return {
      name: texts.table,
      state: "good",
      said: (
        <>
          {texts.oddsWasPlayedNamed}
          <span className="block font-mono text-xs break-all text-text">{table.hash}</span>
        </>
      ),
    };
  if (rulesHash !== null)
    return {
      name: texts.table,
      state: "open",
      said: texts.tableRoundCouldNot,
    };
  return {
    name: texts.table,
    state: "open",
    said:
      table.state === "known" && table.source === "current"
        ? texts.recomputedTableForceNow
        : texts.recomputedPublishedTable,
  };
}

/** What the site says and what came out here. */
function Both({ name, stated, recomputed }: Compared) {
  return (
    <span className="block">
      {texts.statedRecomputed(
        name.replaceAll("_", " "),
        <span className="font-mono text-xs break-all text-text">{shortened(stated)}</span>,
        <span className="font-mono text-xs break-all text-text">{shortened(recomputed)}</span>,
      )}
    </span>
  );
}

function shortened(json: string): string {
  return json.length > 240 ? `${json.slice(0, 240)}…` : json;
}
