import { formatCount } from "@/ui/format/words";
import type { components } from "@/wire/schema";

type SeedEvent = components["schemas"]["SeedEvent"];

export const theEvents = "The list of events";
export const loading = "Loading the events";
export const none = "Nothing yet: no restore, and the key of the seeds was never exported.";

export const kinds: Record<SeedEvent["kind"], string> = {
  keyExported: "The key of the seeds was exported",
  upgraded: "Seeds are sealed from here on",
  restored: "The site was restored from a backup",
};

/** What an event means, in whole sentences. */
export function detail(event: SeedEvent, backupOf: string | null): string {
  if (event.kind === "keyExported")
    return "With the export and a backup, seeds that are not revealed yet can be read.";
  const sentences = [
    ...(event.kind === "upgraded"
      ? ["Older backups hold the seeds of their time, so every pair was replaced."]
      : []),
    ...(backupOf === null ? [] : [`The backup is of ${backupOf}.`]),
    ...counted(event.revealedPairs, "seed pair", "revealed and replaced"),
    ...counted(
      event.lostPairs,
      "seed pair",
      "lost because the key was missing, never revealed, and replaced",
    ),
    ...counted(event.endedRounds, "open round", "ended by the rule of the game"),
    ...counted(event.returnedRounds, "open round", "ended with the stake returned"),
    ...counted(event.newCommitments, "giveaway", "given a new commitment"),
    ...counted(event.exposedGiveaways, "open giveaway", "marked: older backups hold the seed"),
  ];
  return sentences.join(" ");
}

function counted(count: number, thing: string, what: string): string[] {
  return count === 0 ? [] : [`${formatCount(count, thing)} ${what}.`];
}
