import { panelProofs } from "@/features/sign-in/proofs";
import type { Account } from "@/features/sign-in/queries";
import { adminApi } from "./actions";

/** The sign-in of the person who uses the panel. */
export const panelAccount: Account = { calls: adminApi, key: "admin", proofs: panelProofs };
