import * as z from "zod/mini";

/** Said when one of them is missing. */
export const MISSING = "Please fill in all required fields (Title, Description, Points Cost)";

/** The highest price and the largest stock. */
const COST_MAX = 1_000_000_000;
const STOCK_MAX = 1_000_000;

const text = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters`));

const required = (name: string, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${name} is required`),
      z.maxLength(most, `At most ${most} characters`),
    );

const whole = /^\d+$/;

/** The form of an item, with the lengths that the server takes. */
export const itemSchema = z.object({
  title: required("Title", 120),
  description: required("Description", 2000),
  image: text(500).check(
    z.refine(
      (address) => address === "" || /^https:\/\/[^\s/]+/.test(address),
      "Enter an address that begins with https://",
    ),
  ),
  pointsCost: z.string().check(
    z.trim(),
    z.regex(whole, "Enter a whole number of points, at least 1"),
    z.refine((digits) => Number(digits) >= 1, "Enter a whole number of points, at least 1"),
    z.refine((digits) => Number(digits) <= COST_MAX, "At most 1,000,000,000 points"),
  ),
  stock: z.string().check(
    z.trim(),
    z.regex(whole, "Enter a whole number of pieces, or 0"),
    z.refine((digits) => Number(digits) <= STOCK_MAX, "At most 1,000,000 pieces"),
  ),
  category: text(60),
  isActive: z.boolean(),
});

export type ItemForm = z.infer<typeof itemSchema>;
