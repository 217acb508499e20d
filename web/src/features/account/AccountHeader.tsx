import { Camera } from "lucide-react";
import { Suspense, useState } from "react";
import type { Member } from "@/features/session/store";
import { Avatar } from "@/ui/art/Avatar";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { formatMonthOf } from "@/ui/format/dates";
import { lazyPart } from "@/ui/lazy-part";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import * as texts from "./texts/en";

const PictureDialog = lazyPart(() => import("./PictureDialog"));

/** The member's picture, name and email, and whether the account is active. */
export function AccountHeader({ member }: { member: Member }) {
  const [isOpen, setOpen] = useState(false);
  const { message, say } = useMessage(BRIEF_MESSAGE_MS);
  return (
    <header className="relative isolate">
      <span
        aria-hidden="true"
        className="pointer-events-none absolute -top-28 -left-16 -z-10 h-72 w-96 max-w-full rounded-full bg-radial from-gold-400/10 to-transparent to-70%"
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-5 sm:gap-x-7">
        <Avatar
          name={member.username}
          picture={member.profilePicture ?? null}
          className="size-22 ring-1 ring-line-strong ring-offset-4 ring-offset-ink-950 sm:size-28"
        />
        <div className="min-w-0 flex-1">
          <p className="eyebrow">{texts.eyebrow}</p>
          <h1
            className={cx(
              "mt-2 font-extrabold [overflow-wrap:anywhere]",
              member.username.length <= 12 ? "text-2xl sm:text-3xl" : "text-xl sm:text-3xl",
            )}
          >
            {member.username}
          </h1>
          <p className="mt-1 min-h-6 truncate text-muted" title={member.email ?? undefined}>
            {member.email}
          </p>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-muted">
            <ActiveBadge isActive={member.isActive} />
            <span>{texts.memberSince(formatMonthOf(member.createdAt))}</span>
          </p>
        </div>
        <div className="flex w-full items-center gap-x-4 sm:w-auto sm:flex-col-reverse sm:items-end sm:gap-y-3 sm:self-end">
          <Button
            size="sm"
            className="shrink-0"
            disabled={!member.isActive}
            icon={<Camera aria-hidden="true" className="size-4.5" />}
            onClick={() => setOpen(true)}
          >
            {texts.changePicture}
          </Button>
          <Message message={message} isBare />
        </div>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <PictureDialog
            member={member}
            onClose={() => setOpen(false)}
            onDone={(text) => {
              setOpen(false);
              say("success", text);
            }}
          />
        </Suspense>
      )}
    </header>
  );
}

function ActiveBadge({ isActive }: { isActive: boolean }) {
  return (
    <Badge tone={isActive ? "win" : "loss"}>
      <span
        aria-hidden="true"
        className={cx(
          "size-1.5 rounded-full",
          isActive ? "bg-win" : "ring-[1.5px] ring-loss ring-inset",
        )}
      />
      {isActive ? texts.active : texts.inactive}
    </Badge>
  );
}
