import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { switchSite, useSiteSwitch } from "./site-switch";
import * as texts from "./texts/en";

/** Closes the whole site to members, and opens it. It asks before: everyone on the site notices. */
export function SiteSwitch() {
  const { data, isError } = useSiteSwitch();
  const [asking, setAsking] = useState(false);
  if (data === undefined && !isError) return <Skeleton className="h-14 rounded-md" />;
  const isClosed = data?.maintenanceMode === true;
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isClosed}
        aria-label={texts.siteMaintenance}
        disabled={data === undefined}
        onClick={() => setAsking(true)}
        className="well flex min-h-14 w-full items-center gap-3 rounded-md px-3 py-2 text-left transition-colors hover:border-line-strong disabled:cursor-not-allowed disabled:opacity-60"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{texts.siteMaintenance}</span>
          <span className={cx("block text-xs", isClosed ? "text-loss" : "text-muted")}>
            {data === undefined ? texts.siteUnknown : isClosed ? texts.siteClosed : texts.siteOpen}
          </span>
        </span>
        <Track isOn={isClosed} />
      </button>
      {asking && <SiteQuestion isClosed={isClosed} onClose={() => setAsking(false)} />}
    </>
  );
}

function SiteQuestion({ isClosed, onClose }: { isClosed: boolean; onClose: () => void }) {
  // What was asked stays what is done, also if somebody else turns the switch meanwhile.
  const [closing] = useState(!isClosed);
  return (
    <ConfirmDialog
      title={closing ? texts.closeSiteTitle : texts.openSiteTitle}
      text={closing ? texts.closeSiteText : texts.openSiteText}
      confirm={closing ? texts.closeSite : texts.openSite}
      tone={closing ? "danger" : "gold"}
      onClose={onClose}
      onConfirm={async () => {
        await switchSite(closing);
        toast({
          text: closing ? texts.closedSite : texts.openedSite,
          tone: "success",
        });
      }}
    />
  );
}

function Track({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        "relative h-6 w-10 shrink-0 rounded-full border transition-colors",
        isOn ? "border-loss/60 bg-loss/40" : "border-line-strong bg-ink-700",
      )}
    >
      <span
        className={cx(
          "absolute top-0.5 left-0.5 size-4.5 rounded-full bg-text transition-transform",
          isOn && "translate-x-4",
        )}
      />
    </span>
  );
}
