import { Check, Equal, X } from "lucide-react";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import { announce } from "./announce";
import { Hand } from "./Hand";
import { type BlackjackRound, emptyFelt, feltOf, type Tone, verdictOf } from "./model";
import { CardBack } from "./PlayingCard";
import { useBlackjackTable } from "./table";
import * as texts from "./texts/en";

/** The table: the dealer above, the member below, the result between them. */
export function FeltTable() {
  const { phase, round, showing, asked, felt: dealing } = useBlackjackTable();
  const isNewDeal = asked?.kind === "deal" && phase === "asking";
  const felt = isNewDeal ? emptyFelt : phase === "showing" ? dealing : feltOf(round);
  const ended = phase === "idle" && round?.isOpen === false ? round : null;
  const verdict = ended === null ? null : verdictOf(ended);
  const onTable = isNewDeal ? null : (showing ?? round);
  return (
    <div
      data-felt
      className="felt relative flex flex-col items-center overflow-hidden rounded-lg px-3 pt-4 pb-3 sm:px-6 sm:pt-5 sm:pb-4"
    >
      <Shoe />
      <Hand
        name={texts.dealer}
        cards={felt.dealer}
        hasHole={felt.hasHole}
        tone={verdict?.tone === "win" ? "loss" : undefined}
      />
      <div className="relative flex h-17 w-full items-center justify-center sm:h-20">
        {verdict === null ? (
          <FeltWords />
        ) : (
          <div
            key={ended?.id}
            className={cx(
              "flex flex-col items-center rounded-md border bg-ink-950/88 px-5 py-1.5 text-center shadow-raised animate-rise",
              frames[verdict.tone],
            )}
          >
            <span className="flex items-center gap-2 font-display text-lg font-extrabold sm:text-xl">
              <ToneIcon tone={verdict.tone} />
              {verdict.title}
              <NetPoints net={verdict.net} />
            </span>
            {verdict.lines.length > 0 && (
              <span className="text-xs text-muted sm:text-sm">{verdict.lines.join(" · ")}</span>
            )}
          </div>
        )}
      </div>
      <Hand
        name={texts.you}
        cards={felt.player}
        tone={verdict === null || verdict.tone === "even" ? undefined : verdict.tone}
      />
      <Stakes round={onTable} />
      <p role="status" className="sr-only">
        {phase === "idle" && round !== null && announce(round)}
      </p>
    </div>
  );
}

const frames: Record<Tone, string> = {
  win: "border-win/50 text-win",
  loss: "border-loss/40 text-loss",
  even: "border-line-strong text-text",
};

function ToneIcon({ tone }: { tone: Tone }) {
  const Icon = tone === "win" ? Check : tone === "loss" ? X : Equal;
  return <Icon aria-hidden="true" className="size-5" strokeWidth={2.8} />;
}

function NetPoints({ net }: { net: number }) {
  return (
    <span>
      {net > 0 ? "+" : net < 0 ? "−" : "±"}
      {formatPoints(Math.abs(net))}
    </span>
  );
}

/** Longer texts are smaller, so that they stay on their line. English has about 22 letters. */
const sizeOnLine = (size: number, text: string) => size * Math.min(1, 23 / text.length);

/** What is printed on the felt. */
function FeltWords() {
  return (
    <svg viewBox="0 0 420 84" aria-hidden="true" className="h-full w-full max-w-[26rem]">
      <path id="felt-arc" d="M20 16Q210 66 400 16" fill="none" />
      <path id="felt-arc-low" d="M40 44Q210 88 380 44" fill="none" />
      <text
        className="fill-gold-300/75 font-display font-extrabold tracking-[.1em]"
        style={{ fontSize: sizeOnLine(19, texts.feltPays) }}
      >
        <textPath href="#felt-arc" startOffset="50%" textAnchor="middle">
          {texts.feltPays}
        </textPath>
      </text>
      <text
        className="fill-text/55 font-semibold tracking-[.08em]"
        style={{ fontSize: sizeOnLine(13, texts.feltDealer) }}
      >
        <textPath href="#felt-arc-low" startOffset="50%" textAnchor="middle">
          {texts.feltDealer}
        </textPath>
      </text>
    </svg>
  );
}

/** What lies in the betting circle. */
function Stakes({ round }: { round: BlackjackRound | null }) {
  const bet = round === null ? null : round.staked - round.insurance;
  return (
    <p className="absolute bottom-3 left-3 flex flex-col items-start gap-1 text-xs sm:bottom-4 sm:left-5">
      {bet !== null && (
        <span className="flex h-7 items-center gap-1.5 rounded-full bg-ink-950/75 px-2.5 font-semibold">
          <Coin className="size-4" />
          <span className="sr-only">{texts.bet} </span>
          {formatPoints(bet)}
          {round?.isDoubled === true && <span className="text-muted">{texts.doubled}</span>}
        </span>
      )}
      {round !== null && round.insurance > 0 && (
        <span className="order-first flex h-7 items-center gap-1.5 rounded-full bg-ink-950/75 px-2.5 font-semibold">
          <Coin className="size-4" />
          {formatPoints(round.insurance)}
          <span className="text-muted">{round.isOpen ? texts.insuranceGone : texts.insured}</span>
        </span>
      )}
    </p>
  );
}

/** Where the cards come from. */
function Shoe() {
  return (
    <span aria-hidden="true" className="absolute top-4 right-3 sm:top-5 sm:right-6">
      <span className="block origin-top-right rotate-8 opacity-95 [--card:46px] sm:[--card:58px]">
        {[4, 2, 0].map((depth) => (
          <span
            key={depth}
            className="absolute top-0 right-0"
            style={{ transform: `translate(${-depth}px, ${depth}px)` }}
          >
            <CardBack className="playing-card" />
          </span>
        ))}
        <span data-shoe className="playing-card block" />
      </span>
    </span>
  );
}
