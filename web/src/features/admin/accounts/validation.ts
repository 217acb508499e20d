import * as z from "zod/mini";

/** The most a balance can hold (docs/decisions.md, A6). */
const BALANCE_MAX = Number.MAX_SAFE_INTEGER;
/** The most that everybody can be given at once. */
const EACH_MAX = 1_000_000_000;
const REASON_MAX = 200;

const whole = /^\d+$/;

/** An amount for one member; whether it may be 0 depends on what is done with it. */
export const pointsSchema = z.object({
  amount: z.string().check(
    z.trim(),
    z.regex(whole, "Enter a whole number of points"),
    z.refine((text) => Number(text) <= BALANCE_MAX, "That is more than a balance can hold"),
  ),
});

export type PointsForm = z.infer<typeof pointsSchema>;

/** Points for everybody: a whole number from 1, and why. */
export const globalSchema = z.object({
  amount: z.string().check(
    z.trim(),
    z.regex(whole, "Enter a whole number of points, at least 1"),
    z.refine((text) => Number(text) >= 1, "Enter a whole number of points, at least 1"),
    z.refine((text) => Number(text) <= EACH_MAX, "At most 1,000,000,000 points for each"),
  ),
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Please enter a reason"),
      z.maxLength(REASON_MAX, `At most ${REASON_MAX} characters`),
    ),
});

export type GlobalForm = z.infer<typeof globalSchema>;
