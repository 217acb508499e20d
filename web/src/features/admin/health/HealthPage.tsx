import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { QueryView } from "@/data/QueryView";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import { Skeleton } from "@/ui/Skeleton";
import { AdminPage } from "../shell/AdminPage";
import { RefreshButton } from "../shell/RefreshButton";
import { BackupCopies } from "./BackupCopies";
import { Backups } from "./Backups";
import { Jobs } from "./Jobs";
import { LettersSection } from "./LettersSection";
import { Memory } from "./Memory";
import { PanelLogins } from "./PanelLogins";
import { ProxyNotice } from "./ProxyNotice";
import { type Health, healthQuery, refreshHealth } from "./queries";
import { Services } from "./Services";
import { StoreSection } from "./StoreSection";
import * as texts from "./texts/en";

/** /admin/health: how the site itself fares, and what it relies on. */
export function HealthPage() {
  const query = useQuery(healthQuery);
  return (
    <AdminPage
      title={texts.health}
      lead={texts.intro}
      actions={<RefreshButton onRefresh={refreshHealth} />}
    >
      <div className="flex flex-col gap-8">
        <QueryView query={query} what={texts.theState} loading={<LoadingHealth />}>
          {(health) => (
            <>
              <Verdict health={health} />
              {health.notices.map(({ code, title, text }) => (
                <Notice key={code} tone="error">
                  <p className="font-semibold">{title}</p>
                  <p className="mt-1">{text}</p>
                </Notice>
              ))}
              {health.untrustedProxy !== null && <ProxyNotice proxy={health.untrustedProxy} />}
              <StoreSection health={health} />
              {health.memory !== null && <Memory memory={health.memory} />}
              <PanelLogins logins={health.panelLogins} now={health.now} />
              <Services services={health.services} now={health.now} />
              <LettersSection now={health.now} />
              <Backups backups={health.backups} hasKey={health.backupKey} now={health.now} />
              <BackupCopies
                copies={health.backupCopies}
                isChosen={health.notices.every(({ code }) => code !== "unencrypted_copies")}
                now={health.now}
              />
              <Jobs jobs={health.jobs} now={health.now} />
            </>
          )}
        </QueryView>
      </div>
    </AdminPage>
  );
}

/** All of it in one line: what needs attention, by name, the most harmful first. */
function Verdict({ health }: { health: Health }) {
  const { store, services, jobs, notices, untrustedProxy } = health;
  const parts = [{ title: texts.store, state: store.state }, ...services, ...jobs];
  const troubled = [
    ...parts.filter(({ state }) => state === "failing"),
    ...notices,
    ...(untrustedProxy === null ? [] : [{ title: texts.visitorsMaySharingOne }]),
    ...parts.filter(({ state }) => state === "warning"),
  ];
  const isWell = troubled.length === 0;
  const Icon = isWell ? CircleCheck : TriangleAlert;
  return (
    <p
      role="status"
      className={cx(
        "-mb-2 flex items-center gap-3 rounded-lg border px-5 py-4 font-semibold",
        isWell ? "border-win/30 bg-win/6" : "border-loss/30 bg-loss/8",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx("size-5 shrink-0", isWell ? "text-win" : "text-loss")}
      />
      {isWell
        ? texts.everythingWorks
        : texts.needsAttentionList(troubled.map(({ title }) => title).join(" · "))}
    </p>
  );
}

function LoadingHealth() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">{texts.loadingState}</span>
      <Skeleton className="h-14 rounded-lg" />
      <div className="grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-64 rounded-lg lg:col-span-2" />
        <Skeleton className="h-64 rounded-lg" />
      </div>
      <Skeleton className="h-48 rounded-lg" />
    </div>
  );
}
