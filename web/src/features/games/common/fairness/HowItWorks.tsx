import type { ReactNode } from "react";
import * as texts from "../texts/fairness.en";

/** The scheme in plain words (docs/games.md, section 2), with one step of the game itself. */
export function HowItWorks({ lastStep }: { lastStep: ReactNode }) {
  return (
    <div className="flex flex-col gap-6 text-sm text-muted">
      <ol className="flex flex-col gap-5">
        <Step number={1} title={texts.serverCommits}>
          {texts.beforePlayServerPicks}
        </Step>
        <Step number={2} title={texts.addPart}>
          {texts.clientSeedMixedHash}
        </Step>
        <Step number={3} title={texts.everyRoundHasNumber}>
          {texts.nonceCountsRoundsPair}
        </Step>
        <Step number={4} title={texts.theDraw}>
          {texts.hmacSha256ServerSeed(
            <code className="rounded-sm bg-ink-800 px-1.5 py-0.5 font-mono text-text">
              {texts.clientSeedNonce0}
            </code>,
          )}
        </Step>
        <Step number={5} title={texts.theResult}>
          {lastStep}
        </Step>
        <Step number={6} title={texts.youCheck}>
          {texts.rotateToReveal}
        </Step>
      </ol>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_1fr] gap-x-3">
      <span
        aria-hidden="true"
        className="flex size-8 items-center justify-center rounded-full bg-ink-800 text-sm font-semibold text-text"
      >
        {number}
      </span>
      <div className="pt-1">
        <h3 className="font-sans text-base font-semibold tracking-normal text-text">{title}</h3>
        <p className="mt-1">{children}</p>
      </div>
    </li>
  );
}
