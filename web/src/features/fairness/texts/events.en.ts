import { formatCount } from "@/ui/format/words";
import type { components } from "@/wire/schema";

type SeedEvent = components["schemas"]["SeedEvent"];

export const theEvents = "The list of events";
export const loading = "Loading the events";
export const none = "No events yet. Restores and exports of the seed key will appear here.";

export const kinds: Record<SeedEvent["kind"], string> = {
  keyExported: "Seed key exported",
  upgraded: "Seed encryption added",
  restored: "Site restored from a backup",
};

/** What an event means, in whole sentences. */
export function detail(event: SeedEvent, backupOf: string | null): string {
  if (event.kind === "keyExported")
    return "Anyone with the export and a backup can read seeds that aren't revealed yet.";
  const sentences = [
    ...(event.kind === "upgraded"
      ? ["Older backups contain unencrypted seeds, so every seed pair was replaced."]
      : []),
    ...(backupOf === null ? [] : [`The backup was made on ${backupOf}.`]),
    ...counted(event.revealedPairs, "seed pair", "revealed and replaced"),
    ...counted(
      event.lostPairs,
      "seed pair",
      "replaced without being revealed, because the key was missing",
    ),
    ...counted(event.endedRounds, "open round", "ended by the game's rules"),
    ...counted(event.returnedRounds, "open round", "ended with the stake returned"),
    ...counted(event.newCommitments, "giveaway", "given a new server seed hash"),
    ...counted(
      event.exposedGiveaways,
      "open giveaway",
      "marked, because older backups contain the seed",
    ),
  ];
  return sentences.join(" ");
}

function counted(count: number, thing: string, what: string): string[] {
  return count === 0 ? [] : [`${formatCount(count, thing)} ${what}.`];
}
