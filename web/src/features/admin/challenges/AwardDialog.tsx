import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Avatar } from "@/ui/art/Avatar";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { formatPoints, Points } from "@/ui/Points";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { SearchField } from "../lists/SearchField";
import { type Member, membersQuery } from "./members";
import type { Challenge } from "./model";
import { award } from "./queries";

type AwardDialogProps = {
  /** As it is live: an award pays what everybody can read. */
  challenge: Challenge;
  onDone: (text: string) => void;
  onClose: () => void;
};

/** Pays a challenge's points to the member who did it. */
export function AwardDialog({ challenge, onDone, onClose }: AwardDialogProps) {
  const [q, setQ] = useState("");
  const [chosen, setChosen] = useState<Member | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const points = challenge.rewardPoints ?? 0;
  const pay = async (member: Member) => {
    setRefusal(null);
    setBusy(true);
    try {
      const balance = await award(challenge.id, member.id);
      onDone(
        `${member.username} has been awarded ${formatPoints(points)} points. Balance: ${formatPoints(balance)}.`,
      );
    } catch (thrown) {
      setRefusal(asFailure(thrown).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Award Challenge"
      description={
        <span className="[overflow-wrap:anywhere]">
          Who did “{challenge.title}”? The challenge is marked completed at once, and its points are
          paid once and for good.
        </span>
      }
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            tone="gold"
            busy={busy}
            disabled={chosen === null}
            onClick={() => {
              if (chosen !== null) void pay(chosen);
            }}
          >
            {chosen === null ? "Award" : `Award ${chosen.username}`}
          </Button>
        </>
      }
    >
      <p className="well mt-5 flex items-center justify-between gap-4 rounded-md px-4 py-3">
        <span className="text-sm text-muted">Pays</span>
        <Points amount={points} className="font-display text-lg" />
      </p>
      <div className="mt-5">
        <SearchField
          label="Search members"
          placeholder="Name, email, account ID or Kick name"
          text={q}
          onSearch={setQ}
        />
      </div>
      <Members q={q} chosen={chosen} onChoose={setChosen} />
      {refusal !== null && (
        <Notice tone="error" className="mt-5">
          {refusal}
        </Notice>
      )}
    </Dialog>
  );
}

type MembersProps = { q: string; chosen: Member | null; onChoose: (member: Member) => void };

function Members({ q, chosen, onChoose }: MembersProps) {
  const { data, error, isFetching, refetch } = useQuery(membersQuery(q));
  if (data === undefined && error !== null)
    return (
      <Notice
        tone="error"
        className="mt-3"
        action={
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {asFailure(error).message}
      </Notice>
    );
  if (data === undefined)
    return (
      <div role="status" className="mt-3 flex flex-col gap-2">
        <span className="sr-only">Loading the members</span>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-13 rounded-md" />
        ))}
      </div>
    );
  if (data.length === 0)
    return (
      <p role="status" className="mt-3 py-4 text-center text-sm text-muted">
        {q === "" ? "There are no members yet." : `Nobody fits “${q}”.`}
      </p>
    );
  return (
    <fieldset className="mt-3 flex min-w-0 flex-col gap-1">
      <legend className="sr-only">Members found</legend>
      {data.map((member) => (
        <MemberChoice
          key={member.id}
          member={member}
          isChosen={member.id === chosen?.id}
          onChoose={() => onChoose(member)}
        />
      ))}
    </fieldset>
  );
}

type MemberChoiceProps = { member: Member; isChosen: boolean; onChoose: () => void };

function MemberChoice({ member, isChosen, onChoose }: MemberChoiceProps) {
  return (
    <label
      className={cx(
        "relative flex min-h-13 cursor-pointer items-center gap-3 rounded-md border px-3 py-2 transition-colors hover:border-line-strong",
        "has-focus-visible:outline-2 has-focus-visible:outline-gold-300",
        isChosen ? "border-gold-400/60 bg-gold-400/8" : "border-line",
      )}
    >
      <input
        type="radio"
        name="member"
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-gold-400"
      />
      <Avatar name={member.username} picture={member.profilePicture ?? null} className="size-8" />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm font-semibold">{member.username}</span>
        <span className="block truncate text-xs text-muted">{member.email}</span>
      </span>
      <span className="font-mono text-xs text-muted">{member.account_id}</span>
    </label>
  );
}
