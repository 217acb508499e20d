import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { Avatar } from "@/ui/art/Avatar";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { useHiding } from "../shell/private";
import { type Member, membersQuery } from "./members";
import { SearchField } from "./SearchField";
import * as texts from "./texts/en";

type MemberPickerProps = {
  /** What is searched for at first. */
  text?: string;
  chosen: Member | null;
  onChoose: (member: Member) => void;
};

/** A member to do something for: searched for, then chosen. */
export function MemberPicker({ text = "", chosen, onChoose }: MemberPickerProps) {
  const [q, setQ] = useState(text);
  return (
    <>
      <SearchField
        label={texts.searchMembers}
        placeholder={texts.searchMembersHint}
        text={q}
        onSearch={setQ}
      />
      <Members q={q} chosen={chosen} onChoose={onChoose} />
    </>
  );
}

type MembersProps = { q: string; chosen: Member | null; onChoose: (member: Member) => void };

function Members({ q, chosen, onChoose }: MembersProps) {
  return (
    <QueryView
      query={useQuery(membersQuery(q))}
      what={texts.members}
      loading={<LoadingMembers />}
      failedAs="notice"
      noticeClass="mt-3"
    >
      {(members) =>
        members.length === 0 ? (
          <p role="status" className="mt-3 py-4 text-center text-sm text-muted">
            {q === "" ? texts.noMembers : texts.noMembersFound(q)}
          </p>
        ) : (
          <fieldset className="mt-3 flex min-w-0 flex-col gap-1">
            <legend className="sr-only">{texts.membersFound}</legend>
            {members.map((member) => (
              <MemberChoice
                key={member.id}
                member={member}
                isChosen={member.id === chosen?.id}
                onChoose={() => onChoose(member)}
              />
            ))}
          </fieldset>
        )
      }
    </QueryView>
  );
}

function LoadingMembers() {
  return (
    <div role="status" className="mt-3 flex flex-col gap-2">
      <span className="sr-only">{texts.loadingMembers}</span>
      {[0, 1, 2].map((row) => (
        <Skeleton key={row} className="h-13 rounded-md" />
      ))}
    </div>
  );
}

type MemberChoiceProps = { member: Member; isChosen: boolean; onChoose: () => void };

function MemberChoice({ member, isChosen, onChoose }: MemberChoiceProps) {
  const isHiding = useHiding();
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
        {!isHiding && <span className="block truncate text-xs text-muted">{member.email}</span>}
      </span>
      <span className="font-mono text-xs text-muted">{member.account_id}</span>
    </label>
  );
}
