import type { ReactNode } from "react";
import { Ago } from "@/ui/Ago";
import { Card } from "@/ui/Card";
import { formatPoints } from "@/ui/format/numbers";
import { DocsLink } from "./DocsLink";
import type { Health } from "./queries";
import * as texts from "./texts/en";

type PanelLoginsProps = { logins: Health["panelLogins"]; now: string };

/** Logins to this panel that were refused: how many, when the last one was and from where. */
export function PanelLogins({ logins, now }: PanelLoginsProps) {
  const { refused, refusedLastDay, lastAt, lastAddress } = logins;
  return (
    <section aria-labelledby="panel-logins" className="flex flex-col gap-4">
      <div>
        <h2 id="panel-logins" className="text-lg">
          {texts.failedPanelLogins}
        </h2>
        <p className="mt-1 text-sm text-muted">
          {texts.fewTyposManySomeone((text) => (
            <DocsLink document="fail2ban">{text}</DocsLink>
          ))}
        </p>
      </div>
      {refused === 0 ? (
        <Card className="p-5 text-sm text-muted">{texts.noFailedLoginsSince}</Card>
      ) : (
        <Card className="p-5">
          <dl className="grid gap-x-8 gap-y-4 text-sm sm:grid-cols-4">
            <Fact term={texts.last24Hours}>{formatPoints(refusedLastDay)}</Fact>
            <Fact term={texts.sinceStart}>{formatPoints(refused)}</Fact>
            <Fact term={texts.lastOne}>
              <Ago at={lastAt} now={now} />
            </Fact>
            <Fact term={texts.from}>
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
