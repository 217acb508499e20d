import { ArrowRight } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { canVerify, commitmentTo, keyedHash } from "@/features/games/common/fair-draw";
import { ExactField } from "@/features/games/common/fairness/fields";
import { NoCryptography } from "@/features/games/common/fairness/NoCryptography";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatNumber } from "@/ui/format/numbers";
import { SHOWN_SEED } from "./examples";
import * as texts from "./texts/en";

const ROLLS = 10_000;
/** Words in a hash. */
const GROUPS = 8;
/** Words from here on would make low rolls likelier. */
const LIMIT = 2 ** 32 - (2 ** 32 % ROLLS);

type Drawn = { commitment: string; block: string };

/** One roll of dice from its seeds to its result, with every number on the way. */
export function Demonstration() {
  const [clientSeed, setClientSeed] = useState("hello");
  const [nonce, setNonce] = useState("0");
  const isValid = /^[A-Za-z0-9._-]{1,64}$/.test(clientSeed) && /^\d{1,9}$/.test(nonce);
  const message = `${clientSeed}:${isValid ? Number(nonce) : nonce}:0`;
  const drawn = useDrawn(isValid ? message : null);
  if (!canVerify()) return <NoCryptography />;
  return (
    <Card className="grid overflow-hidden rounded-xl xl:grid-cols-[22rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-4 border-line bg-ink-850 p-5 max-xl:border-b sm:p-6 xl:border-r">
        <div>
          <p className="text-sm font-medium">{texts.serverSeed}</p>
          <p className="mt-1.5 font-mono text-xs break-all text-muted">{SHOWN_SEED}</p>
          <p className="mt-1.5 text-xs text-faint">{texts.serverSeedHint}</p>
        </div>
        <ExactField
          label={texts.clientSeed}
          value={clientSeed}
          onValueChange={setClientSeed}
          error={/^[A-Za-z0-9._-]{1,64}$/.test(clientSeed) ? undefined : texts.clientSeedProblem}
        />
        <ExactField
          label={texts.nonce}
          isNumber
          value={nonce}
          onValueChange={setNonce}
          error={/^\d{1,9}$/.test(nonce) ? undefined : texts.nonceProblem}
        />
      </div>
      <ol className="min-w-0 divide-y divide-line">
        <Line name={texts.promised} formula={texts.promisedFormula}>
          <Hex text={drawn?.commitment} />
        </Line>
        <Line name={texts.drawn} formula={texts.drawnFormula(message)}>
          <Hex text={drawn?.block} marked={acceptedIn(drawn)} />
          <p className="mt-2 text-xs text-faint">{texts.drawnHint(formatNumber(LIMIT))}</p>
        </Line>
        <Result drawn={drawn} />
      </ol>
    </Card>
  );
}

function wordsIn(block: string): number[] {
  return (block.match(/.{8}/g) ?? []).map((word) => Number.parseInt(word, 16));
}

function acceptedIn(drawn: Drawn | null): number {
  return drawn === null ? -1 : wordsIn(drawn.block).findIndex((word) => word < LIMIT);
}

/** The hashes for what is typed; the last ones stay until the new ones are there. */
function useDrawn(message: string | null): Drawn | null {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    if (message === null || !canVerify()) return;
    let isCurrent = true;
    const both = Promise.all([commitmentTo(SHOWN_SEED), keyedHash(SHOWN_SEED, message)]);
    void both.then(([commitment, block]) => isCurrent && setDrawn({ commitment, block }));
    return () => {
      isCurrent = false;
    };
  }, [message]);
  return drawn;
}

type LineProps = { name: string; formula: string; children: ReactNode };

function Line({ name, formula, children }: LineProps) {
  return (
    <li className="p-5 sm:p-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <span className="text-sm font-medium">{name}</span>
        <code className="font-mono text-xs break-all text-muted">{formula}</code>
      </p>
      <div className="mt-2.5">{children}</div>
    </li>
  );
}

/** A hash in groups that can be read; the marked group is the one that counts. */
function Hex({ text, marked = -1 }: { text: string | undefined; marked?: number }) {
  const whole = text ?? "0".repeat(64);
  const size = whole.length / GROUPS;
  const parts = Array.from({ length: GROUPS }, (_, place) => ({
    place,
    part: whole.slice(place * size, (place + 1) * size),
  }));
  return (
    <p
      className={cx(
        "grid w-fit grid-cols-4 gap-x-3 gap-y-1 font-mono text-xs sm:gap-x-5 sm:text-base",
        text === undefined && "opacity-0",
      )}
    >
      {parts.map(({ place, part }) => (
        <span
          key={place}
          className={cx(
            "rounded-sm",
            place === marked
              ? "-mx-1 bg-win/15 px-1 font-semibold text-win ring-1 ring-win/40 ring-inset"
              : marked >= 0 && "text-faint",
          )}
        >
          {part}
        </span>
      ))}
    </p>
  );
}

function Result({ drawn }: { drawn: Drawn | null }) {
  const word = drawn === null ? undefined : wordsIn(drawn.block)[acceptedIn(drawn)];
  const roll = word === undefined ? null : word % ROLLS;
  const text =
    roll === null ? "" : `${Math.floor(roll / 100)}.${String(roll % 100).padStart(2, "0")}`;
  return (
    <Line name={texts.roll} formula={texts.rollFormula}>
      <p className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 font-mono text-sm text-muted">
        {word !== undefined && (
          <>
            <span>{formatNumber(word)}</span>
            <ArrowRight aria-hidden="true" className="size-4 text-faint" />
            <span>{roll !== null && formatNumber(roll)}</span>
            <ArrowRight aria-hidden="true" className="size-4 text-faint" />
          </>
        )}
        <span role="status" className="font-display text-3xl font-extrabold text-text sm:text-4xl">
          <span className="sr-only">{texts.rollPrefix}</span>
          {text}
        </span>
      </p>
    </Line>
  );
}
