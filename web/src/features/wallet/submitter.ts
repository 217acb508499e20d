import { session, useSession } from "@/features/session/store";
import { createSubmitter } from "@/wire/submit";

/** Submits the member's bets, moves, claims, entries and purchases. */
export const memberSubmitter = createSubmitter("orders", () => session().member?.id ?? "");

useSession.subscribe(({ member }, { member: before }) => {
  if (member?.id !== before?.id) memberSubmitter.endSession();
});
