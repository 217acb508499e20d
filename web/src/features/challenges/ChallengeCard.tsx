import { ArrowRight, Check } from "lucide-react";
import { ChallengePicture } from "./ChallengePicture";
import { DifficultyMeter } from "./DifficultyMeter";
import { type Challenge, rewardText } from "./model";
import * as texts from "./texts/en";

type ChallengeCardProps = { challenge: Challenge; onOpen: () => void };

/** One challenge. The whole card opens it. */
export function ChallengeCard({ challenge, onOpen }: ChallengeCardProps) {
  return (
    <article className="surface group relative flex h-full flex-col overflow-hidden rounded-lg transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850">
      <div className="relative border-b border-line">
        <ChallengePicture challenge={challenge} />
        <RewardBadge challenge={challenge} />
        {challenge.completed && (
          <span className="absolute inset-0 flex items-center justify-center">
            <span className="inline-flex items-center gap-2 rounded-full bg-ink-950/85 py-2 pr-4 pl-2.5 text-sm font-semibold text-win ring-1 ring-win/35 ring-inset">
              <Check aria-hidden="true" className="size-5" strokeWidth={2.5} />
              {texts.completed}
            </span>
          </span>
        )}
      </div>
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <div className="flex items-center justify-between gap-3 text-xs text-muted">
          <span className="truncate">{challenge.provider}</span>
          <DifficultyMeter difficulty={challenge.difficulty} />
        </div>
        <h3 className="mt-2 line-clamp-2 text-lg [overflow-wrap:anywhere]">{challenge.title}</h3>
        {/* The task names the slot. */}
        {challenge.task !== "" && (
          <p className="mt-1 line-clamp-3 text-sm text-muted [overflow-wrap:anywhere]">
            {challenge.task}
          </p>
        )}
        <dl className="mt-auto flex flex-wrap gap-x-4 gap-y-2 pt-4">
          <Fact term={texts.minBet} value={challenge.minBet} />
          <Fact term={texts.requiredMultiplier} value={challenge.multiplier} />
        </dl>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={
            challenge.completed
              ? texts.viewNamed(challenge.title)
              : texts.claimNamed(challenge.title)
          }
          onClick={onOpen}
          className="mt-4 -mb-1.5 flex min-h-11 items-center justify-between rounded-sm border-t border-line pt-1.5 text-sm font-semibold text-muted transition-colors after:absolute after:inset-0 group-hover:text-text focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-gold-300"
        >
          {challenge.completed ? texts.view : texts.claim}
          <ArrowRight
            aria-hidden="true"
            className="size-4 transition-transform duration-200 group-hover:translate-x-0.5"
          />
        </button>
      </div>
    </article>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div className="min-w-fit flex-1 basis-2/5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="mt-0.5 font-display text-lg font-bold">{value === "" ? "–" : value}</dd>
    </div>
  );
}

function RewardBadge({ challenge }: { challenge: Challenge }) {
  const reward = rewardText(challenge);
  if (reward === "") return null;
  return (
    <span className="gold-face absolute top-3 left-3 z-1 max-w-[calc(100%-1.5rem)] rounded-lg px-3 py-1 text-sm font-bold">
      <span className="sr-only">{texts.rewardPrefix}</span>
      {reward}
    </span>
  );
}
