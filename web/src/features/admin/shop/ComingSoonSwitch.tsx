import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { asFailure } from "@/wire/failure";
import { comingSoonQuery, setComingSoon } from "./queries";

type ComingSoonSwitchProps = {
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

/** The overlay over the members' shop. It is on while nobody knows better. */
export function ComingSoonSwitch({ onDone, onFailed }: ComingSoonSwitchProps) {
  const { data, isError } = useQuery(comingSoonQuery);
  const [busy, setBusy] = useState(false);
  if (data === undefined && !isError) return <Skeleton className="h-11 w-44 rounded-md" />;
  const isOn = data ?? true;
  const turn = async () => {
    setBusy(true);
    try {
      await setComingSoon(!isOn);
      onDone(isOn ? "Coming soon overlay disabled" : "Coming soon overlay enabled");
    } catch (thrown) {
      onFailed("Failed to update coming soon setting", asFailure(thrown).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label="Coming Soon"
      aria-busy={busy}
      title={isOn ? "Members see the overlay and cannot buy" : "The shop is open to members"}
      onClick={() => {
        if (!busy) void turn();
      }}
      className="well inline-flex min-h-11 items-center gap-3 rounded-md px-4 text-sm font-semibold transition-colors hover:border-line-strong"
    >
      Coming Soon
      <span
        className={cx(
          "inline-flex h-6 w-11 items-center justify-center rounded-full text-xs font-bold transition-colors",
          isOn ? "bg-text text-ink-950" : "bg-ink-700 text-muted",
        )}
      >
        {isOn ? "ON" : "OFF"}
      </span>
    </button>
  );
}
