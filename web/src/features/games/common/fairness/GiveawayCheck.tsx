import { Check as CheckSign, Ticket } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { ticketNumber } from "@/wire/tickets";
import {
  checkGiveaway,
  compareGiveaway,
  standingProof,
  type TypedGiveaway,
} from "../checker/check";
import type { GiveawayClaim } from "../checker/claim";
import type { Problems } from "../checker/fields";
import type { GiveawayDraw, TicketDraw } from "../checker/giveaway";
import { ResultStage } from "../checker/result-parts";
import * as texts from "../texts/round-check.en";
import { type CheckLine, Checks } from "./Checks";
import { Disclosure } from "./Disclosure";
import { ExactField, LinesField } from "./fields";
import { Verdict } from "./Verdict";

/** Draws a giveaway again from its list and its revealed seed. */
export function GiveawayCheck({ claim }: { claim: GiveawayClaim }) {
  const [typed, setTyped] = useState<TypedGiveaway>(() => typedOf(claim));
  const [problems, setProblems] = useState<Problems>({});
  const [draw, setDraw] = useState<GiveawayDraw | null>(null);

  const check = async () => {
    const answer = await checkGiveaway(typed);
    setProblems(answer.problems ?? {});
    setDraw(answer.checked);
  };
  // What came with its server seed is checked at once.
  useEffect(() => {
    if (claim.serverSeed === "") return;
    let isCurrent = true;
    void checkGiveaway(typedOf(claim)).then((answer) => {
      if (!isCurrent) return;
      setProblems(answer.problems ?? {});
      setDraw(answer.checked);
    });
    return () => {
      isCurrent = false;
    };
  }, [claim]);

  const set = (name: keyof TypedGiveaway) => (value: string) => {
    setTyped({ ...typed, [name]: value });
    setDraw(null);
    setProblems({});
  };
  return (
    <div className="flex flex-col gap-6 lg:grid lg:grid-cols-2 lg:items-start lg:gap-10">
      <form
        noValidate
        aria-label={texts.valuesGiveaway}
        className="flex min-w-0 flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <ExactField
          label={texts.serverSeed}
          value={typed.serverSeed}
          onValueChange={set("serverSeed")}
          error={problems.serverSeed}
        />
        <LinesField
          label={texts.entries}
          rows={7}
          hint={texts.publishedListAccountTickets}
          value={typed.lines}
          onValueChange={set("lines")}
          error={problems.lines}
        />
        <ExactField
          label={texts.giveawayId}
          hint={texts.notNeededPublishedList}
          value={typed.id}
          onValueChange={set("id")}
          error={problems.id}
        />
        <ExactField
          label={texts.forfeitedAccountsOptional}
          hint={texts.accountsWereDeletedDeactivated}
          value={typed.forfeited}
          onValueChange={set("forfeited")}
        />
        <Button type="submit" tone="gold">
          {texts.drawAgain}
        </Button>
      </form>
      <div className="min-w-0">
        {draw === null ? <Waiting /> : <Report draw={draw} claim={claim} />}
      </div>
    </div>
  );
}

function typedOf({ serverSeed, id, lines, forfeited = "" }: GiveawayClaim): TypedGiveaway {
  return { serverSeed, id, lines, forfeited };
}

function Waiting() {
  return (
    <div className="flex min-h-64 items-center justify-center rounded-lg border border-dashed border-line-strong p-8 text-center text-sm text-muted max-lg:hidden">
      <p className="max-w-64">{texts.ticketDrawnOwnerEvery}</p>
    </div>
  );
}

function Report({ draw, claim }: { draw: GiveawayDraw; claim: GiveawayClaim }) {
  const compared = compareGiveaway(draw, claim.stated);
  const isSame = compared.length === 0 ? null : compared.every(({ same }) => same);
  return (
    <section aria-label={texts.drawAgainLabel} className="flex flex-col gap-4 animate-rise">
      <Verdict isSame={isSame} hasResult />
      <Winner draw={draw} />
      {draw.draws.length > 1 && <Redraws draws={draw.draws} />}
      <Checks lines={linesOf(draw, compared)} />
      <Disclosure title={texts.listHashed}>
        <pre className="well rounded-md p-3 font-mono text-xs break-all whitespace-pre-wrap">
          {draw.text}
        </pre>
      </Disclosure>
    </section>
  );
}

function Winner({ draw }: { draw: GiveawayDraw }) {
  const final = draw.draws.at(-1);
  const { tickets } = draw.proof;
  if (final === undefined)
    return (
      <ResultStage>
        <p className="text-sm text-muted">{texts.noTicketWasBought}</p>
      </ResultStage>
    );
  return (
    <ResultStage>
      <Ticket aria-hidden="true" className="size-7 text-muted" />
      <p className="mt-2 font-display text-2xl font-extrabold break-all">{final.owner}</p>
      <p className="mt-1 text-sm text-muted">
        {texts.holdsTicket(formatPoints(final.index + 1), formatPoints(tickets))}
      </p>
      <div aria-hidden="true" className="relative mt-5 h-3 w-full">
        <span className="absolute inset-0 rounded-full bg-ink-700" />
        <span
          className="absolute -top-1.5 h-6 w-1 -translate-x-1/2 rounded-full bg-win ring-4 ring-ink-950"
          style={{ left: `${((final.index + 0.5) / tickets) * 100}%` }}
        />
      </div>
    </ResultStage>
  );
}

function Redraws({ draws }: { draws: readonly TicketDraw[] }) {
  return (
    <ol
      aria-label={texts.drawsOrder}
      className="divide-y divide-line rounded-md border border-line"
    >
      {draws.map(({ redraw, index, owner, isForfeited }) => (
        <li key={redraw} className="flex items-center justify-between gap-4 px-4 py-2 text-sm">
          <span>
            {texts.drawTicket(
              redraw + 1,
              formatPoints(ticketNumber(index)),
              <span className="font-mono">{owner}</span>,
            )}
          </span>
          <span
            className={cx(
              "inline-flex items-center gap-1.5 font-semibold",
              isForfeited ? "text-muted" : "text-win",
            )}
          >
            {!isForfeited && <CheckSign aria-hidden="true" className="size-4" />}
            {isForfeited ? texts.forfeited : texts.stands}
          </span>
        </li>
      ))}
    </ol>
  );
}

const names: Readonly<Record<string, string>> = {
  serverSeedHash: texts.commitment,
  clientSeed: texts.hashList,
  entry_chain_last: texts.lastRunningHash,
  winnerHash: texts.hashDraw,
  winnerIndex: texts.winnerIndexFrom0,
  winner: texts.owner,
  tickets: texts.tickets,
};

function linesOf(draw: GiveawayDraw, compared: ReturnType<typeof compareGiveaway>): CheckLine[] {
  return Object.entries(standingProof(draw))
    .filter(([name]) => name !== "serverSeed")
    .map(([name, value]) => {
      const found = compared.find((field) => field.name === name);
      return {
        name: names[name] ?? name,
        state: found === undefined ? "open" : found.same ? "good" : "bad",
        said: (
          <span className="font-mono text-xs break-all text-text">
            {value === null ? texts.none : value}
            {found?.same === false && texts.stated(found.stated)}
          </span>
        ),
      };
    });
}
