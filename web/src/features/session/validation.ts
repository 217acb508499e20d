import * as z from "zod/mini";
import * as texts from "./texts/fields.en";

/** Longest password the server takes (docs/decisions.md, A4). */
const PASSWORD_MAX = 128;
const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;

/** An address as every form takes it. */
export const emailRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, texts.emailRequired),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, texts.emailInvalid),
  );

/** What a new password needs, as it is listed beside the field. */
export const passwordNeeds: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: texts.needLength, isMet: ({ length }) => length >= 8 && length <= PASSWORD_MAX },
  { text: texts.needUppercase, isMet: (password) => /[A-Z]/.test(password) },
  { text: texts.needLowercase, isMet: (password) => /[a-z]/.test(password) },
  { text: texts.needNumber, isMet: (password) => /[0-9]/.test(password) },
  { text: texts.needSpecial, isMet: (password) => SPECIAL.test(password) },
];

/** What a login takes in its place: an address, or a username, which has no "@". */
const emailOrUsernameRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, texts.emailRequired),
    z.regex(/^[^\s@]+(@[^\s@]+\.[^\s@]+)?$/, texts.emailInvalid),
  );

/** A password that is being set. It shows its first error. */
export function newPasswordRule(whenEmpty: string) {
  return z
    .string()
    .check(
      z.minLength(1, whenEmpty),
      z.minLength(8, texts.passwordShort),
      z.maxLength(PASSWORD_MAX, texts.passwordLong(PASSWORD_MAX)),
      z.regex(/[A-Z]/, texts.passwordNoUppercase),
      z.regex(/[a-z]/, texts.passwordNoLowercase),
      z.regex(/[0-9]/, texts.passwordNoNumber),
      z.regex(SPECIAL, texts.passwordNoSpecial),
    );
}

/** The name of an account; only how a name that is too short is told differs between the forms. */
export function usernameRule(whenShort: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.usernameRequired),
      z.minLength(3, whenShort),
      z.maxLength(24, texts.usernameLong),
      z.regex(/^[A-Za-z0-9_]+$/, texts.usernameCharacters),
    );
}

type Repeated = { password: string; confirm: string };

/** The password that is set, typed once more. */
export const repeatedPassword = z.refine<Repeated>(
  (form) => form.confirm === "" || form.confirm === form.password,
  {
    error: texts.passwordsDiffer,
    path: ["confirm"],
    // Compared even while other fields still have errors; an aborting check there would forbid it.
    when: ({ value }) => typeof value === "object" && value !== null,
  },
);

/** The login form. */
export const loginSchema = z.object({
  email: emailOrUsernameRule,
  password: z
    .string()
    .check(z.minLength(1, texts.passwordRequired), z.minLength(6, texts.loginPasswordShort)),
  remember: z.boolean(),
});

export type LoginForm = z.infer<typeof loginSchema>;

const newMember = {
  username: usernameRule(texts.usernameShort),
  email: emailRule,
  namedOnAir: z.boolean(),
  terms: z.boolean().check(z.refine((agreed) => agreed, texts.termsRequired)),
};

/** The signup form (docs/decisions.md, E10). Each field shows its first error. */
export const signupSchema = z
  .object({
    ...newMember,
    password: newPasswordRule(texts.passwordRequired),
    confirm: z.string().check(z.minLength(1, texts.confirmRequired)),
  })
  .check(repeatedPassword);

/** The same form for somebody who came from Kick: its password stays empty. */
export const kickSignupSchema = z.object({
  ...newMember,
  password: z.string(),
  confirm: z.string(),
});

export type SignupForm = z.infer<typeof signupSchema>;

/** /forgot-password. */
export const forgotSchema = z.object({ email: emailRule });

/** /reset-password. */
export const resetSchema = z
  .object({
    password: newPasswordRule(texts.newPasswordRequired),
    confirm: z.string().check(z.minLength(1, texts.confirmNewRequired)),
  })
  .check(repeatedPassword);

/** Whether a text can be an address, for the check against the server. */
export function looksLikeEmail(text: string): boolean {
  return emailRule.safeParse(text).success;
}

export type Strength = { score: number; level: "weak" | "fair" | "good" | "strong" };

/**
 * How strong a password is, 0 to 100: 25 for eight characters, 25 for a lowercase letter, 25 for an
 * uppercase letter, 15 for a digit and 10 for a special character.
 */
export function passwordStrength(password: string): Strength {
  const parts: [boolean, number][] = [
    [password.length >= 8, 25],
    [/[a-z]/.test(password), 25],
    [/[A-Z]/.test(password), 25],
    [/[0-9]/.test(password), 15],
    [SPECIAL.test(password), 10],
  ];
  const score = Math.min(
    100,
    parts.reduce((sum, [met, worth]) => sum + (met ? worth : 0), 0),
  );
  if (score < 30) return { score, level: "weak" };
  if (score < 60) return { score, level: "fair" };
  // One that is too long is refused.
  return { score, level: score < 90 || password.length > PASSWORD_MAX ? "good" : "strong" };
}
