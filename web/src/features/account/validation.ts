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

/** The same of a member without a password. */
export const emailAloneSchema = z.object({ email: emailRule, password: z.string() });

export type NewEmail = z.infer<typeof emailSchema>;

const newPassword = {
  password: newPasswordRule(texts.newPasswordRequired),
  confirm: z.string().check(z.minLength(1, texts.confirmPasswordRequired)),
};

/** The change of the password. */
export const passwordSchema = z
  .object({
    current: z.string().check(z.minLength(1, texts.currentPasswordRequired)),
    ...newPassword,
  })
  .check(repeatedPassword);

/** A first password, of a member who signed up with Kick. */
export const firstPasswordSchema = z
  .object({ current: z.string(), ...newPassword })
  .check(repeatedPassword);

export type NewPassword = z.infer<typeof passwordSchema>;
