import { BadgeCheck, Check, Clock, Link2, ShieldOff, Wallet, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Avatar } from "@/ui/art/Avatar";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { formatDay } from "@/ui/format/dates";
import { Points } from "@/ui/Points";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import { type Account, type NameElsewhere, nameElsewhere } from "./model";
import * as texts from "./texts/en";

/** What can be opened for one account. */
export type AccountDialog =
  | "points"
  | "state"
  | "link"
  | "ledger"
  | "rename"
  | "picture"
  | "sign-out"
  | "second-factor";

type AccountCardProps = {
  account: Account;
  onOpen: (dialog: AccountDialog, account: Account) => void;
};

/** Everything that is known of one account, and what an admin can do with it. */
export function AccountCard({ account, onOpen }: AccountCardProps) {
  const titleId = useId();
  return (
    <Card className="flex flex-col">
      <article aria-labelledby={titleId} className="flex flex-1 flex-col">
        <header className="flex items-start gap-4 p-5 pb-4">
          <Avatar
            name={account.username}
            picture={account.profilePicture ?? null}
            className="size-12"
          />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <h2 id={titleId} className="min-w-0 text-lg [overflow-wrap:anywhere]">
                {account.username}
              </h2>
              <Private what={hidden.balanceOf(account.username)}>
                <Points amount={account.points} className="font-display text-lg" />
              </Private>
            </div>
            <div className="mt-2 flex flex-wrap gap-2">
              <StateBadges account={account} />
            </div>
          </div>
        </header>
        <Facts account={account} />
        <Actions account={account} onOpen={onOpen} />
      </article>
    </Card>
  );
}

function StateBadges({ account }: { account: Account }) {
  return (
    <>
      <Badge tone={account.isActive ? "win" : "loss"}>
        {account.isActive ? (
          <Check aria-hidden="true" className="size-3.5" />
        ) : (
          <X aria-hidden="true" className="size-3.5" />
        )}
        {account.isActive ? texts.active : texts.inactive}
      </Badge>
      <Badge tone={account.emailVerified ? "win" : "plain"}>
        {account.emailVerified ? (
          <BadgeCheck aria-hidden="true" className="size-3.5" />
        ) : (
          <ShieldOff aria-hidden="true" className="size-3.5" />
        )}
        {account.emailVerified ? texts.verified : texts.unverified}
      </Badge>
    </>
  );
}

function Facts({ account }: { account: Account }) {
  return (
    <dl className="mx-5 flex flex-1 flex-col divide-y divide-line border-y border-line text-sm">
      <Fact term={texts.email}>
        <Private what={hidden.emailOf(account.username)}>{account.email}</Private>
      </Fact>
      <Fact term={texts.joined}>
        <time dateTime={account.createdAt}>{formatDay(account.createdAt)}</time>
      </Fact>
      <Fact term={texts.accountId}>
        <span className="flex items-center justify-end">
          <span className="font-mono">{account.account_id}</span>
          <span className="-my-3 -mr-3">
            <CopyButton text={account.account_id} what={texts.accountIdOf(account.username)} />
          </span>
        </span>
      </Fact>
      <Fact term={texts.kick}>
        <Elsewhere known={nameElsewhere(account, "Kick")} />
      </Fact>
      <Fact term={texts.rainbet}>
        <Elsewhere known={nameElsewhere(account, "Rainbet")} />
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-6 py-2">
      <dt className="shrink-0 text-muted">{term}</dt>
      <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

function Elsewhere({ known }: { known: NameElsewhere }) {
  return (
    <span className="flex flex-col items-end gap-1.5">
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
        {known.name !== null && <span className="font-medium">{known.name}</span>}
        <LinkBadge status={known.status} />
      </span>
      {known.asked !== null && (
        <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
          <span className="text-muted">{texts.asks(known.asked)}</span>
          <LinkBadge status="pending" />
        </span>
      )}
    </span>
  );
}

function LinkBadge({ status }: Pick<NameElsewhere, "status">) {
  switch (status) {
    case "linked":
      return (
        <Badge tone="win">
          <Link2 aria-hidden="true" className="size-3.5" />
          {texts.linked}
        </Badge>
      );
    case "pending":
      return (
        <Badge>
          <Clock aria-hidden="true" className="size-3.5" />
          {texts.pending}
        </Badge>
      );
    case "rejected":
      return (
        <Badge tone="loss">
          <X aria-hidden="true" className="size-3.5" />
          {texts.rejected}
        </Badge>
      );
    case "none":
      return <Badge>{texts.notSubmitted}</Badge>;
  }
}

/** The names of the buttons end with the member's, so that each says whose it is. */
function Actions({ account, onOpen }: AccountCardProps) {
  const whose = <span className="sr-only">: {account.username}</span>;
  const open = (dialog: AccountDialog) => () => onOpen(dialog, account);
  return (
    <div className="flex flex-wrap items-center gap-2 px-5 py-4">
      <Button
        size="sm"
        onClick={open("points")}
        icon={<Wallet aria-hidden="true" className="size-4" />}
      >
        <span>{texts.managePoints(whose)}</span>
      </Button>
      <Button size="sm" tone="ghost" onClick={open("ledger")}>
        <span>{texts.ledger(whose)}</span>
      </Button>
      <Button size="sm" tone="ghost" onClick={open("link")}>
        <span>{texts.link(whose)}</span>
      </Button>
      <Button size="sm" tone="ghost" onClick={open("rename")}>
        <span>{texts.rename(whose)}</span>
      </Button>
      {account.profilePicture != null && (
        <Button size="sm" tone="ghost" onClick={open("picture")}>
          <span>{texts.removePicture(whose)}</span>
        </Button>
      )}
      <Button size="sm" tone="ghost" onClick={open("sign-out")}>
        <span>{texts.endSessions(whose)}</span>
      </Button>
      <Button size="sm" tone="ghost" onClick={open("second-factor")}>
        <span>{texts.removeFactors(whose)}</span>
      </Button>
      <Button size="sm" tone="ghost" className="ml-auto" onClick={open("state")}>
        <span>
          {account.isActive ? texts.deactivate : texts.activate}
          {whose}
        </span>
      </Button>
    </div>
  );
}
