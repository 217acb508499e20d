import { Link } from "@tanstack/react-router";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { formatPercent } from "@/ui/format/percent";
import type { Economy } from "./queries";

type BalancesProps = Pick<Economy, "largestBalances" | "circulation">;

/** Who holds most, and how much of everything that is. */
export function Balances({ largestBalances, circulation }: BalancesProps) {
  return (
    <section aria-labelledby="balances" className="flex min-w-0 flex-col gap-4">
      <h2 id="balances" className="text-lg">
        Largest balances
      </h2>
      <Card className="relative overflow-x-auto">
        {largestBalances.length === 0 ? (
          <p className="p-5 text-sm text-muted">Nobody has any points yet.</p>
        ) : (
          <table className="w-full text-left text-sm">
            <caption className="sr-only">Members with the most points</caption>
            <thead>
              <tr className="border-b border-line text-muted [&>th]:px-4 [&>th]:py-3 [&>th]:font-medium">
                <th scope="col">Member</th>
                <th scope="col" className="text-right">
                  Points
                </th>
                <th scope="col" className="text-right">
                  Of all
                </th>
              </tr>
            </thead>
            <tbody>
              {largestBalances.map(({ userId, username, points }) => (
                <tr
                  key={userId}
                  className="border-b border-line last:border-b-0 hover:bg-ink-850 [&>td]:px-4 [&>td]:py-1.5 [&>th]:px-4 [&>th]:py-1.5"
                >
                  <th scope="row" className="font-semibold [overflow-wrap:anywhere]">
                    <Member username={username} />
                  </th>
                  <td className="text-right font-semibold">{formatPoints(points)}</td>
                  <td className="text-right text-muted">
                    {formatPercent(circulation.points === 0 ? 0 : points / circulation.points)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Card>
    </section>
  );
}

/** Leads to the account, where there still is one. */
export function Member({ username }: { username: string | null }) {
  if (username === null)
    return <span className="font-normal text-muted">A member who has left</span>;
  return (
    <Link
      to="/admin/accounts"
      search={{ q: username }}
      className="touch-target inline-flex items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {username}
    </Link>
  );
}
