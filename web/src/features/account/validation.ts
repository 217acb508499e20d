import * as z from "zod/mini";
import {
  emailRule,
  newPasswordRule,
  repeatedPassword,
  usernameRule,
} from "@/features/session/validation";

/** The username of the profile. */
export const profileSchema = z.object({
  username: usernameRule("Username must be at least 3 characters"),
});

export type ProfileForm = z.infer<typeof profileSchema>;

/** Another address, while the one that stands is unverified (docs/decisions.md, E10). */
export const emailSchema = z.object({
  email: emailRule,
  password: z.string().check(z.minLength(1, "Password is required")),
});

export type NewEmail = z.infer<typeof emailSchema>;

/** The change of the password. */
export const passwordSchema = z
  .object({
    current: z.string().check(z.minLength(1, "Current password is required")),
    password: newPasswordRule("New password is required"),
    confirm: z.string().check(z.minLength(1, "Please confirm your new password")),
  })
  .check(repeatedPassword);

export type NewPassword = z.infer<typeof passwordSchema>;
