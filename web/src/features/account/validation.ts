import * as z from "zod/mini";
import {
  emailRule,
  newPasswordRule,
  repeatedPassword,
  usernameRule,
} from "@/features/session/validation";
import * as texts from "./texts/en";

/** The username of the profile. */
export const profileSchema = z.object({
  username: usernameRule(texts.usernameShort),
});

export type ProfileForm = z.infer<typeof profileSchema>;

/** Another address, while the one that stands is unverified (docs/decisions.md, E10). */
export const emailSchema = z.object({
  email: emailRule,
  password: z.string().check(z.minLength(1, texts.passwordRequired)),
});

export type NewEmail = z.infer<typeof emailSchema>;

/** The change of the password. */
export const passwordSchema = z
  .object({
    current: z.string().check(z.minLength(1, texts.currentPasswordRequired)),
    password: newPasswordRule(texts.newPasswordRequired),
    confirm: z.string().check(z.minLength(1, texts.confirmPasswordRequired)),
  })
  .check(repeatedPassword);

export type NewPassword = z.infer<typeof passwordSchema>;
