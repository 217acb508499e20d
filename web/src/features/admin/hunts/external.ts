import { useSite } from "@/features/site/queries";
import type { Hunt } from "./model";
import * as texts from "./texts/en";

/** Why a button is off whose hunt is a service's. */
const READ_ONLY = texts.huntsSiteComeFrom;

/**
 * Whether the site shows the hunts of a service. Until the site has told it, the hunts do: a service's
 * and ours never stand in one list.
 */
export function useExternal(hunts: readonly Hunt[] = []): boolean {
  const site = useSite();
  return site?.features.externalHunts ?? hunts.some(isExternal);
}

export function isExternal({ source }: Pick<Hunt, "source">): boolean {
  return source === "external";
}

/** What turns a button off that the service's hunts do not take, and says why. */
export function offIf(isOff: boolean) {
  return isOff ? { disabled: true, "aria-description": READ_ONLY } : {};
}
