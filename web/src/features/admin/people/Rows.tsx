import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { formatMoment } from "@/ui/format/dates";
import { formatAge } from "@/ui/format/durations";
import { serverNow } from "@/wire/server-clock";
import { meQuery } from "../session/rights";
import { roleNames } from "../shell/role-names";
import type { PersonQuestion } from "./Question";
import type { Invitation, Person } from "./queries";
import * as texts from "./texts/en";

type PersonRowProps = { person: Person; onAsk: (what: PersonQuestion) => void };

/** A person with what the owner can do about them. */
export function PersonRow({ person, onAsk }: PersonRowProps) {
  const { id, name, role, sessions, usedAt, hasSecondFactor, hasNamedAccount, account } = person;
  const { data: me } = useQuery(meQuery);
  return (
    <Row
      name={name}
      role={roleNames[role]}
      isMe={me?.id === id}
      hasFactor={hasSecondFactor}
      text={
        usedAt === null
          ? texts.notLoggedIn
          : texts.used(texts.sessionCount(sessions), formatAge(usedAt, serverNow()))
      }
      more={texts.accountIs(hasNamedAccount, account)}
    >
      <Button size="sm" aria-label={texts.accountOf(name)} onClick={() => onAsk("account")}>
        {texts.account}
      </Button>
      {role !== "owner" && (
        <>
          <Button size="sm" aria-label={texts.changeRoleOf(name)} onClick={() => onAsk("role")}>
            {texts.changeRole}
          </Button>
          <Button
            size="sm"
            aria-label={texts.signOutOf(name)}
            disabled={sessions === 0}
            onClick={() => onAsk("signOut")}
          >
            {texts.signOut}
          </Button>
          {hasSecondFactor && (
            <Button
              size="sm"
              aria-label={texts.resetFactorOf(name)}
              onClick={() => onAsk("resetFactor")}
            >
              {texts.resetFactor}
            </Button>
          )}
          <Button size="sm" aria-label={texts.removeOf(name)} onClick={() => onAsk("remove")}>
            {texts.remove}
          </Button>
        </>
      )}
    </Row>
  );
}

type InvitationRowProps = { invitation: Invitation; onWithdraw: () => void };

export function InvitationRow({ invitation, onWithdraw }: InvitationRowProps) {
  const { name, role, endsAt } = invitation;
  return (
    <Row name={name} role={roleNames[role]} text={texts.until(formatMoment(endsAt))}>
      <Button size="sm" aria-label={texts.withdrawOf(name)} onClick={onWithdraw}>
        {texts.withdraw}
      </Button>
    </Row>
  );
}

type RowProps = {
  name: string;
  role: string;
  isMe?: boolean;
  hasFactor?: boolean;
  text: string;
  more?: string;
  children: ReactNode;
};

function Row({ name, role, isMe = false, hasFactor = false, text, more, children }: RowProps) {
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold [overflow-wrap:anywhere]">{name}</span>
          <Badge>{role}</Badge>
          {isMe && <Badge tone="win">{texts.you}</Badge>}
          {hasFactor && <Badge>{texts.twoStep}</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-muted">{text}</p>
        {more !== undefined && <p className="mt-0.5 text-sm text-muted">{more}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">{children}</div>
    </li>
  );
}
