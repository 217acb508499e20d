import type { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { type Loaded, QueryView } from "@/data/QueryView";
import { Avatar } from "@/ui/art/Avatar";
import { cx } from "@/ui/cx";
import { formatPoints } from "@/ui/format/numbers";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import type { Found } from "./queries";
import { LoadingPart } from "./Section";
import * as texts from "./texts/en";

type FoundMembersProps = {
  query: Loaded<readonly Found[]> & Pick<ReturnType<typeof useQuery>, "isPlaceholderData">;
  q: string;
  chosen: Found | undefined;
  onPick: (id: string) => void;
};

/** The members that a name may mean; one of them is chosen by a press or by the whole name. */
export function FoundMembers({ query, q, chosen, onPick }: FoundMembersProps) {
  return (
    <QueryView
      query={query}
      what={texts.theMembers}
      loading={<LoadingPart part="points" rows={1} />}
      failedAs="notice"
    >
      {(members) =>
        members.length === 0 ? (
          <p role="status" className="text-sm text-muted [overflow-wrap:anywhere]">
            {texts.noneFound(q)}
          </p>
        ) : (
          <fieldset aria-busy={query.isPlaceholderData} className="min-w-0">
            <legend className="sr-only">{texts.found}</legend>
            <div className="flex max-h-44 flex-col gap-1 overflow-y-auto">
              {members.map((member) => (
                <Choice
                  key={member.id}
                  member={member}
                  isChosen={member.id === chosen?.id}
                  onPick={() => onPick(member.id)}
                />
              ))}
            </div>
          </fieldset>
        )
      }
    </QueryView>
  );
}

type ChoiceProps = { member: Found; isChosen: boolean; onPick: () => void };

function Choice({ member, isChosen, onPick }: ChoiceProps) {
  const { username, kickUsername, casinoUsername, points, profilePicture } = member;
  const id = useId();
  return (
    <div
      className={cx(
        "flex min-h-11 items-center gap-2 rounded-md border pr-2 transition-colors",
        isChosen ? "border-gold-400/60 bg-gold-400/8" : "border-line hover:border-line-strong",
      )}
    >
      <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-2 pl-3">
        <input
          type="radio"
          name="stream-member"
          checked={isChosen}
          onChange={onPick}
          // The label also holds the button that shows a hidden name.
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-others`}
          className="size-4 shrink-0 accent-gold-400"
        />
        <Avatar name={username} picture={profilePicture} className="size-7" />
        <span className="min-w-0">
          <span id={`${id}-name`} className="block truncate text-sm font-semibold">
            {username}
          </span>
          <span
            id={`${id}-others`}
            dir="auto"
            className="block truncate text-xs text-muted empty:hidden"
          >
            {kickUsername !== null && texts.onKick(kickUsername)}
            {kickUsername !== null && casinoUsername !== null && " · "}
            {casinoUsername !== null && (
              <>
                {texts.atCasino}{" "}
                <Private what={hidden.casinoNameOf(username)}>{casinoUsername}</Private>
              </>
            )}
          </span>
        </span>
      </label>
      <span className="shrink-0 text-xs text-muted tabular-nums">
        <Private what={hidden.balanceOf(username)}>{formatPoints(points)}</Private>
      </span>
    </div>
  );
}
