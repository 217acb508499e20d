import * as z from "zod/mini";
import { usernameRule } from "@/features/session/validation";
import * as texts from "./texts/en";

/** The most a balance can hold (docs/decisions.md, A6). */
const BALANCE_MAX = Number.MAX_SAFE_INTEGER;
/** The most that everyone can be given at once. */
const EACH_MAX = 1_000_000_000;
const REASON_MAX = 200;

const whole = /^\d+$/;

/** An amount for one member; whether it may be 0 depends on what is done with it. */
export const pointsSchema = z.object({
  amount: z.string().check(
    z.trim(),
    z.regex(whole, texts.enterWholeNumberPoints),
    z.refine((text) => Number(text) <= BALANCE_MAX, texts.moreThanBalanceCan),
  ),
  /** May be empty. */
  reason: z.string(),
});

export type PointsForm = z.infer<typeof pointsSchema>;

/** Points for everyone: a whole number from 1, and why. */
export const globalSchema = z.object({
  amount: z.string().check(
    z.trim(),
    z.regex(whole, texts.enterWholeNumberPointsLeast),
    z.refine((text) => Number(text) >= 1, texts.enterWholeNumberPointsLeast),
    z.refine((text) => Number(text) <= EACH_MAX, texts.pointsTooMany),
  ),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.pleaseEnterReason),
      z.maxLength(REASON_MAX, texts.mostCharacters(REASON_MAX)),
    ),
});

export type GlobalForm = z.infer<typeof globalSchema>;

/** Another name for a member. */
export const renameSchema = z.object({ username: usernameRule(texts.usernameMustLeast3) });

export type RenameForm = z.infer<typeof renameSchema>;
