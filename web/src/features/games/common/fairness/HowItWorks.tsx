import type { ReactNode } from "react";

/** The scheme in plain words (docs/games.md, section 2), with one step of the game itself. */
export function HowItWorks({ lastStep }: { lastStep: ReactNode }) {
  return (
    <div className="flex flex-col gap-6 text-sm text-muted">
      <ol className="flex flex-col gap-5">
        <Step number={1} title="The server commits">
          Before you play, the server picks a secret seed and shows you its SHA-256 hash. It cannot
          change the seed afterwards without the hash giving it away.
        </Step>
        <Step number={2} title="You add your part">
          Your client seed is mixed in. The hash of the next server seed is already public when you
          choose it, so the server cannot have picked one to suit you.
        </Step>
        <Step number={3} title="Every round has a number">
          The nonce counts your rounds with a pair: 0, 1, 2 and so on, over all games. No round can
          be skipped or repeated unseen.
        </Step>
        <Step number={4} title="The draw">
          HMAC-SHA256, with the server seed as its key, over{" "}
          <code className="rounded-sm bg-ink-800 px-1.5 py-0.5 font-mono text-text">
            client seed:nonce:0
          </code>{" "}
          gives random words. Words that would favour an outcome are thrown away, so the published
          odds are exact.
        </Step>
        <Step number={5} title="The result">
          {lastStep}
        </Step>
        <Step number={6} title="You check">
          Change the pair and the old server seed is revealed. With it every round can be
          recomputed: here under Verify, or with any tool of your own.
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
