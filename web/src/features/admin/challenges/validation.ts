import * as z from "zod/mini";
import { pictureAddress } from "@/ui/picture-address";
import * as texts from "./texts/en";

/** Said when one of them is missing. */
export const MISSING = texts.pleaseFillAllRequired;

/** The most points of an award. */
const POINTS_MAX = 1_000_000_000;

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, texts.mostCharacters(most)));

const required = (name: string, most: number) =>
  text(most).check(z.minLength(1, texts.required(name)));

/** The form of a challenge, with the lengths that the server takes. */
export const challengeSchema = z.object({
  title: required(texts.title, 120),
  provider: text(80),
  task: required(texts.task, 500),
  description: text(2000),
  image: text(500).check(
    z.refine(
      (address) => address === "" || pictureAddress(address) !== null,
      texts.enterAddressBeginsHttps,
    ),
  ),
  minBet: text(40),
  multiplier: text(40),
  reward: required(texts.reward, 80),
  rewardPoints: z.string().check(
    z.trim(),
    z.regex(/^\d*$/, texts.enterWholeNumberPoints),
    z.refine((digits) => Number(digits) <= POINTS_MAX, texts.most1000000),
  ),
  difficulty: z.string(),
  completed: z.boolean(),
});

export type ChallengeForm = z.infer<typeof challengeSchema>;
