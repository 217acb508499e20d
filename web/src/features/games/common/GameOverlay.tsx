import { MaintenanceHouse } from "@/ui/art/MaintenanceHouse";
import { formatMoment, formatTime } from "@/ui/format/dates";
import { EmptyState } from "@/ui/PageState";
import type { Availability } from "./availability";
import * as texts from "./texts/en";

/** Covers a game that takes no bets, with the reason. Nothing is drawn while it is open. */
export function GameOverlay({ name, availability }: { name: string; availability: Availability }) {
  if (availability.state === "open") return null;
  return (
    <div
      role="status"
      className="absolute inset-0 z-10 flex items-center justify-center overflow-y-auto max-lg:items-start max-lg:pt-16 rounded-[inherit] bg-ink-950/88 backdrop-blur-sm animate-fade"
    >
      {availability.state === "maintenance" ? (
        <EmptyState art={<MaintenanceHouse />} title={texts.underMaintenance(name)}>
          <p>{texts.gameCurrentlyBeingUpdated(name)}</p>
        </EmptyState>
      ) : (
        <EmptyState art={<MaintenanceHouse />} title={texts.isPaused(name)}>
          <p>{texts.pausedUntilTodaysPrize(untilText(availability.until))}</p>
        </EmptyState>
      )}
    </div>
  );
}

function untilText(until: Date): string {
  const sameDay = until.toDateString() === new Date().toDateString();
  return sameDay ? formatTime(until) : formatMoment(until);
}
