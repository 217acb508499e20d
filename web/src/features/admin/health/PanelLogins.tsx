import type { ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import type { Health } from "./queries";

type PanelLoginsProps = { logins: Health["panelLogins"]; now: string };

/** Logins to this panel that were refused: how many, when the last one was and from where. */
export function PanelLogins({ logins, now }: PanelLoginsProps) {
  const { refused, refusedLastDay, lastAt, lastAddress } = logins;
  return (
    <section aria-labelledby="panel-logins" className="flex flex-col gap-4">
      <div>
        <h2 id="panel-logins" className="text-lg">
          Failed panel logins
        </h2>
        <p className="mt-1 text-sm text-muted">
          A few are typos. Many are someone guessing: docs/fail2ban.md shows how to block them.
        </p>
      </div>
      {refused === 0 ? (
        <Card className="p-5 text-sm text-muted">No failed logins since the server started.</Card>
      ) : (
        <Card className="p-5">
          <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-4">
            <Fact term="Last 24 hours">{formatPoints(refusedLastDay)}</Fact>
            <Fact term="Since the start">{formatPoints(refused)}</Fact>
            <Fact term="Last one">
              <Ago at={lastAt} now={now} />
            </Fact>
            <Fact term="From">
              <span className="font-mono [overflow-wrap:anywhere]">{lastAddress}</span>
            </Fact>
          </dl>
        </Card>
      )}
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{term}</dt>
      <dd className="mt-1 font-semibold">{children}</dd>
    </div>
  );
}
