import { Check, Clock, Coins, Pencil, Target, Trash2 } from "lucide-react";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture";
import { Points } from "@/ui/Points";
import { Select } from "@/ui/Select";
import { type Challenge, difficulties, pictureOf } from "./model";

export type ChallengeAction = "edit" | "delete" | "award";

type ChallengeTableProps = {
  challenges: readonly Challenge[];
  live: readonly Challenge[];
  /** The challenges that are another in the draft than live. */
  changed: ReadonlySet<string>;
  onOpen: (action: ChallengeAction, challenge: Challenge) => void;
  onChange: (challenge: Challenge) => void;
};

const choices = difficulties.map((value) => ({ value, label: value }));
const head = "px-3 py-3 text-left font-medium whitespace-nowrap first:pl-5 last:pr-5";
const cell = "px-3 py-3.5 first:pl-5 last:pr-5";

/** The challenges of the draft. Status and difficulty are changed in place, the rest in the form. */
export function ChallengeTable({ challenges, live, ...rest }: ChallengeTableProps) {
  const known = new Map(live.map((challenge) => [challenge.id, challenge]));
  return (
    <Card className="relative overflow-x-auto">
      <table className="w-full min-w-[54rem] border-collapse text-sm">
        <caption className="sr-only">Challenges</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            <th scope="col" className={head}>
              Challenge
            </th>
            <th scope="col" className={head}>
              Min bet
            </th>
            <th scope="col" className={head}>
              Multiplier
            </th>
            <th scope="col" className={head}>
              Reward
            </th>
            <th scope="col" className={head}>
              Difficulty
            </th>
            <th scope="col" className={head}>
              Status
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {challenges.map((challenge) => (
            <ChallengeRow
              key={challenge.id}
              challenge={challenge}
              live={known.get(challenge.id)}
              {...rest}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type ChallengeRowProps = Pick<ChallengeTableProps, "changed" | "onOpen" | "onChange"> & {
  challenge: Challenge;
  /** As it is live; undefined for one that only the draft has. */
  live: Challenge | undefined;
};

function ChallengeRow({ challenge, live, changed, onOpen, onChange }: ChallengeRowProps) {
  const { id, title, provider, task, minBet, multiplier, reward, difficulty } = challenge;
  const points = challenge.rewardPoints ?? 0;
  return (
    <tr className="transition-colors hover:bg-ink-850">
      <th scope="row" className={cx(cell, "w-[34%] min-w-64 text-left font-normal")}>
        <div className="flex items-center gap-3.5">
          <Picture
            address={pictureOf(challenge)}
            fallback={
              <span className="absolute inset-0 flex items-center justify-center bg-ink-800">
                <Target aria-hidden="true" className="size-5 text-faint" />
              </span>
            }
            className="size-13 shrink-0 rounded-sm"
          />
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="line-clamp-2 text-base leading-snug font-semibold [overflow-wrap:anywhere]">
                {title}
              </span>
              {changed.has(id) && <Badge>{live === undefined ? "New" : "Changed"}</Badge>}
            </p>
            <p className="mt-0.5 line-clamp-2 text-muted [overflow-wrap:anywhere]">
              {[provider, task].filter((part) => part !== "").join(" · ")}
            </p>
          </div>
        </div>
      </th>
      <td className={cell}>
        <Words text={minBet} />
      </td>
      <td className={cell}>
        <Words text={multiplier} />
      </td>
      <td className={cell}>
        <Words text={reward} />
        {points > 0 && <Points amount={points} className="align-middle" />}
      </td>
      <td className={cell}>
        <Select
          size="sm"
          label={`Difficulty of ${title}`}
          labelHidden
          options={choices}
          value={difficulty}
          onValueChange={(next) => onChange({ ...challenge, difficulty: next })}
          className="w-29"
        />
      </td>
      <td className={cell}>
        <StatusToggle
          challenge={challenge}
          onToggle={() => onChange({ ...challenge, completed: !challenge.completed })}
        />
      </td>
      <td className={cx(cell, "whitespace-nowrap")}>
        <div className="flex justify-end">
          <AwardButton challenge={challenge} live={live} onOpen={onOpen} />
          <IconButton label={`Edit ${title}`} onClick={() => onOpen("edit", challenge)}>
            <Pencil aria-hidden="true" className="size-4.5" />
          </IconButton>
          <IconButton label={`Delete ${title}`} onClick={() => onOpen("delete", challenge)}>
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}

/** However long it is, it leaves room for the others. */
function Words({ text }: { text: string }) {
  return (
    <span className="block w-max max-w-24 [overflow-wrap:anywhere]">
      {text === "" ? "–" : text}
    </span>
  );
}

type StatusToggleProps = { challenge: Challenge; onToggle: () => void };

function StatusToggle({ challenge: { title, completed }, onToggle }: StatusToggleProps) {
  const Icon = completed ? Check : Clock;
  const status = completed ? "Completed" : "Pending";
  return (
    <button
      type="button"
      aria-label={`${status}: ${title}`}
      title={completed ? "Set pending" : "Set completed"}
      onClick={onToggle}
      className={cx(
        "touch-target inline-flex items-center gap-1.5 rounded-full border px-3 text-xs font-semibold whitespace-nowrap transition-colors",
        completed
          ? "border-win/30 bg-win/10 text-win hover:border-win/60"
          : "border-line bg-ink-800 text-muted hover:border-line-strong hover:text-text",
      )}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      {status}
    </button>
  );
}

type AwardButtonProps = Pick<ChallengeRowProps, "challenge" | "live" | "onOpen">;

/** Awards pay what is live, so there has to be something live to pay. */
function AwardButton({ challenge, live, onOpen }: AwardButtonProps) {
  if ((challenge.rewardPoints ?? 0) === 0 && (live?.rewardPoints ?? 0) === 0) return null;
  const obstacle =
    live === undefined || !live.rewardPoints
      ? "push it live first"
      : live.completed
        ? "completed already"
        : null;
  return (
    <IconButton
      label={`Award ${challenge.title}${obstacle === null ? "" : `: ${obstacle}`}`}
      disabled={obstacle !== null}
      onClick={() => {
        if (live !== undefined) onOpen("award", live);
      }}
    >
      <Coins aria-hidden="true" className="size-4.5" />
    </IconButton>
  );
}
