import { type Giveaway, phaseOf } from "../giveaways/model";
import type { Draft } from "../giveaways/queries";
import type { Hunt, Slot } from "../hunts/model";

const MINUTE_MS = 60_000;
/** How long a winner is shown by itself. */
const WINNER_MS = 30 * MINUTE_MS;
const TEMPLATES_MAX = 3;

/** What a new giveaway begins with. */
export type Template = {
  title: string;
  description: string;
  prize: string;
  minutes: number;
  entryType: Giveaway["entryType"];
  entryCost: number;
};

export const blank: Template = {
  title: "",
  description: "",
  prize: "",
  minutes: 5,
  entryType: "free",
  entryCost: 100,
};

/** The last giveaways with other prizes, newest first: the next one is often the same. */
export function templatesOf(giveaways: readonly Giveaway[]): readonly Template[] {
  const byPrize = new Map<string, Template>();
  const newest = giveaways.toSorted((one, other) => born(other) - born(one));
  for (const giveaway of newest)
    if (!byPrize.has(giveaway.prize)) byPrize.set(giveaway.prize, templateOf(giveaway));
  return [...byPrize.values()].slice(0, TEMPLATES_MAX);
}

const born = ({ createdAt }: Giveaway) => Date.parse(createdAt);

function templateOf(giveaway: Giveaway): Template {
  const { title, description, prize, startTime, endTime, entryType, entryCost } = giveaway;
  const minutes = Math.round((Date.parse(endTime) - Date.parse(startTime)) / MINUTE_MS);
  return {
    title,
    description,
    prize,
    minutes: Math.max(1, minutes),
    entryType,
    entryCost: entryType === "paid" ? entryCost : blank.entryCost,
  };
}

/** What is sent to start it. */
export function draftOf(template: Template): Draft {
  const { title, description, prize, minutes, entryType, entryCost } = template;
  return {
    // A new one is called by its prize, which is what members see first.
    title: title === "" ? prize.trim() : title,
    description,
    prize: prize.trim(),
    durationMinutes: minutes,
    entryType,
    entryCost: entryType === "paid" ? entryCost : 0,
  };
}

/** What has not ended, the one that ends next first. */
export function openOnes(giveaways: readonly Giveaway[]): readonly Giveaway[] {
  return giveaways
    .filter(({ status }) => status !== "ended")
    .toSorted((one, other) => Date.parse(one.endTime) - Date.parse(other.endTime));
}

const ended = ({ endedAt, endTime }: Giveaway) => Date.parse(endedAt ?? endTime);

/** The giveaway that ended last, for a while. */
export function justEnded(giveaways: readonly Giveaway[], now: number): Giveaway | undefined {
  const [last] = giveaways
    .filter((one) => phaseOf(one, now) === "ended" && !one.cancelled)
    .toSorted((one, other) => ended(other) - ended(one));
  return last !== undefined && now - ended(last) < WINNER_MS ? last : undefined;
}

/** The hunts that can be opened: a live one before the others, as the list has them. */
export function openHunts(hunts: readonly Hunt[]): readonly Hunt[] {
  const open = hunts.filter(({ status }) => status !== "completed");
  return [
    ...open.filter(({ status }) => status === "live"),
    ...open.filter(({ status }) => status !== "live"),
  ];
}

/**
 * The slot whose opening the undo takes back: the one that was opened here last, or the last one before
 * the slot whose turn it is.
 */
export function undoable(slots: readonly Slot[], last: string | null): Slot | undefined {
  const opened = slots.filter((slot) => slot.opened);
  return opened.find(({ id }) => id === last) ?? opened.at(-1);
}
