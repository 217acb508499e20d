import { Check, Clock, Coins, Pencil, Target, Trash2 } from "lucide-react";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Picture } from "@/ui/Picture";
import { Points } from "@/ui/Points";
import { Select } from "@/ui/Select";
import { type Column, Table } from "@/ui/Table";
import { useMay } from "../session/rights";
import { type Challenge, difficulties, pictureOf } from "./model";
import * as texts from "./texts/en";

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

/** The challenges of the draft. Status and difficulty are changed in place, the rest in the form. */
export function ChallengeTable({ challenges, live, ...rest }: ChallengeTableProps) {
  const known = new Map(live.map((challenge) => [challenge.id, challenge]));
  const mayChange = useMay("challenges", "change");
  const facts = factColumns({ known, ...rest });
  return (
    <Card className="relative overflow-x-auto">
      <Table
        look="editor"
        rowClass="transition-colors hover:bg-ink-850"
        className="min-w-[54rem]"
        caption={texts.challenges}
        rows={challenges}
        rowKey={({ id }) => id}
        columns={[...facts, ...(mayChange ? editColumns({ known, ...rest }) : seenColumns)]}
      />
    </Card>
  );
}

type ColumnsProps = Pick<ChallengeTableProps, "changed" | "onOpen" | "onChange"> & {
  /** The challenges as they are live. */
  known: ReadonlyMap<string, Challenge>;
};

function factColumns({ known, changed }: ColumnsProps): Column<Challenge>[] {
  return [
    {
      header: texts.challenge,
      isRowHeader: true,
      cellClass: "w-[34%] min-w-64 font-normal",
      cell: (challenge) => (
        <Name
          challenge={challenge}
          isChanged={changed.has(challenge.id)}
          isNew={!known.has(challenge.id)}
        />
      ),
    },
    { header: texts.minBet, cell: ({ minBet }) => <Words text={minBet} /> },
    { header: texts.multiplier, cell: ({ multiplier }) => <Words text={multiplier} /> },
    {
      header: texts.reward,
      cell: ({ reward, rewardPoints }) => (
        <>
          <Words text={reward} />
          {(rewardPoints ?? 0) > 0 && (
            <Points amount={rewardPoints ?? 0} className="align-middle" />
          )}
        </>
      ),
    },
  ];
}

/** In place of what changes a challenge, for those who may only see them. */
const seenColumns: readonly Column<Challenge>[] = [
  { header: texts.difficulty, cell: ({ difficulty }) => difficulty },
  {
    header: texts.status,
    cell: ({ completed }) => (
      <Badge tone={completed ? "win" : "plain"}>
        {completed ? texts.completed : texts.pending}
      </Badge>
    ),
  },
];

function editColumns({ known, onOpen, onChange }: ColumnsProps): Column<Challenge>[] {
  return [
    {
      header: texts.difficulty,
      cell: (challenge) => (
        <Select
          size="sm"
          label={texts.difficultyText(challenge.title)}
          labelHidden
          options={choices}
          value={challenge.difficulty}
          onValueChange={(difficulty) => onChange({ ...challenge, difficulty })}
          className="w-29"
        />
      ),
    },
    {
      header: texts.status,
      cell: (challenge) => (
        <StatusToggle
          challenge={challenge}
          onToggle={() => onChange({ ...challenge, completed: !challenge.completed })}
        />
      ),
    },
    {
      header: texts.actions,
      isHeaderHidden: true,
      cellClass: "whitespace-nowrap",
      cell: (challenge) => (
        <Actions challenge={challenge} live={known.get(challenge.id)} onOpen={onOpen} />
      ),
    },
  ];
}

type NameProps = { challenge: Challenge; isChanged: boolean; isNew: boolean };

function Name({ challenge, isChanged, isNew }: NameProps) {
  const { title, provider, task } = challenge;
  return (
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
          {isChanged && <Badge>{isNew ? texts.newText : texts.changed}</Badge>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-muted [overflow-wrap:anywhere]">
          {[provider, task].filter((part) => part !== "").join(" · ")}
        </p>
      </div>
    </div>
  );
}

type ActionsProps = Pick<ChallengeTableProps, "onOpen"> & {
  challenge: Challenge;
  /** As it is live; undefined for one that only the draft has. */
  live: Challenge | undefined;
};

function Actions({ challenge, live, onOpen }: ActionsProps) {
  return (
    <div className="flex justify-end">
      <AwardButton challenge={challenge} live={live} onOpen={onOpen} />
      <IconButton label={texts.edit(challenge.title)} onClick={() => onOpen("edit", challenge)}>
        <Pencil aria-hidden="true" className="size-4.5" />
      </IconButton>
      <IconButton
        label={texts.deleteText(challenge.title)}
        onClick={() => onOpen("delete", challenge)}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
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
  const status = completed ? texts.completed : texts.pending;
  return (
    <button
      type="button"
      aria-label={`${status}: ${title}`}
      title={completed ? texts.setPending : texts.setCompleted}
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

/** Awards pay what is live, so there has to be something live to pay. */
function AwardButton({ challenge, live, onOpen }: ActionsProps) {
  if ((challenge.rewardPoints ?? 0) === 0 && (live?.rewardPoints ?? 0) === 0) return null;
  const obstacle =
    live === undefined || !live.rewardPoints
      ? texts.pushItLiveFirst
      : live.completed
        ? texts.completedAlready
        : null;
  return (
    <IconButton
      label={
        obstacle === null
          ? texts.awardNamed(challenge.title)
          : texts.cannotAward(challenge.title, obstacle)
      }
      disabled={obstacle !== null}
      onClick={() => {
        if (live !== undefined) onOpen("award", live);
      }}
    >
      <Coins aria-hidden="true" className="size-4.5" />
    </IconButton>
  );
}
