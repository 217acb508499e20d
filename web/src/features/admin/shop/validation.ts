import * as z from "zod/mini";
import { pictureAddress } from "@/ui/picture-address";
import * as texts from "./texts/en";

/** Said when one of them is missing. */
export const MISSING = texts.pleaseFillAllRequired;

/** The highest price and the largest stock. */
const COST_MAX = 1_000_000_000;
const STOCK_MAX = 1_000_000;

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, texts.mostCharacters(most)));

const required = (name: string, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.required(name)),
      z.maxLength(most, texts.mostCharacters(most)),
    );

const whole = /^\d+$/;

const stock = z.string().check(
  z.trim(),
  z.regex(whole, texts.enterWholeNumberPieces),
  z.refine((digits) => Number(digits) <= STOCK_MAX, texts.most1000000Pieces),
);

/** Why this cannot be a number of pieces. */
export const stockError = (typed: string): string | undefined =>
  stock.safeParse(typed).error?.issues[0]?.message;

/** The form of an item, with the lengths that the server takes. */
export const itemSchema = z.object({
  title: required(texts.title, 120),
  description: required(texts.description, 2000),
  image: text(500).check(
    z.refine(
      (address) => address === "" || pictureAddress(address) !== null,
      texts.enterAddressBeginsHttps,
    ),
  ),
  pointsCost: z.string().check(
    z.trim(),
    z.regex(whole, texts.enterWholeNumberPoints),
    z.refine((digits) => Number(digits) >= 1, texts.enterWholeNumberPoints),
    z.refine((digits) => Number(digits) <= COST_MAX, texts.most1000000),
  ),
  stock,
  category: text(60),
  isActive: z.boolean(),
});

export type ItemForm = z.infer<typeof itemSchema>;
