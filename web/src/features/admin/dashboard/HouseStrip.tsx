import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { gameName } from "@/features/games/registry";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { memberCountQuery } from "../lists/members";
import { useMay } from "../session/rights";
import { useGameStates } from "../status/games";
import { usePauses } from "../status/pauses";
import { usePendingApprovals } from "../status/pending-approvals";
import * as texts from "./texts/en";

/** What else there is to look after, each with the way to it. */
export function HouseStrip() {
  const maySeeAccounts = useMay("members");
  const accounts = useQuery({ ...memberCountQuery, enabled: maySeeAccounts });
  const approvals = usePendingApprovals();
  const games = useGameStates();
  const off = Object.entries(games.data ?? {}).filter(([, disabled]) => disabled);
  const { pauses } = usePauses();
  const offNames = off.map(([id]) => gameName(id)).join(", ") || texts.none;
  return (
    <Card>
      <ul aria-label={texts.siteAtAGlance} className="grid md:grid-flow-col md:auto-cols-fr">
        {maySeeAccounts && (
          <Item
            to="/admin/accounts"
            name={texts.accounts}
            figure={accounts.data === undefined ? null : formatPoints(accounts.data)}
            isMissing={accounts.isError}
          />
        )}
        <Item
          to="/admin/gaming-approvals"
          name={texts.pendingApprovals}
          figure={approvals.data === undefined ? null : formatPoints(approvals.data)}
          isMissing={approvals.isError}
        />
        <Item
          to="/admin/game-maintenance"
          name={texts.gamesOffline}
          figure={games.data === undefined ? null : `${offNames}${pausedText(pauses.length)}`}
          isMissing={games.isError}
        />
      </ul>
    </Card>
  );
}

/** Games that their prize budget keeps closed are not offline, and take no bets all the same. */
function pausedText(count: number): string {
  return count === 0 ? "" : texts.paused(count);
}

type ItemProps = {
  to: "/admin/accounts" | "/admin/gaming-approvals" | "/admin/game-maintenance";
  name: string;
  /** Null while it is being read. */
  figure: string | null;
  isMissing: boolean;
};

function Item({ to, name, figure, isMissing }: ItemProps) {
  return (
    <li className="min-w-0">
      <Link
        to={to}
        className="flex min-h-14 items-center justify-between gap-4 rounded-lg px-5 py-3 text-sm transition-colors hover:bg-ink-850"
      >
        <span className="text-muted">{name}</span>
        {figure !== null ? (
          <span className="min-w-0 text-right font-semibold">{figure}</span>
        ) : (
          <span className={isMissing ? "text-loss" : "text-muted"}>
            {isMissing ? texts.couldNotRead : "…"}
          </span>
        )}
      </Link>
    </li>
  );
}
