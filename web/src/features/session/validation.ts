import * as z from "zod/mini";

/** Longest password the server takes (docs/decisions.md, A4). */
const PASSWORD_MAX = 128;
const SPECIAL = /[!@#$%^&*(),.?":{}|<>]/;

/** An address as every form takes it. */
export const emailRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Email is required"),
    z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, "Please enter a valid email address"),
  );

/** What a new password needs, as it is listed beside the field. */
export const passwordNeeds: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: "8 to 128 characters", isMet: ({ length }) => length >= 8 && length <= PASSWORD_MAX },
  { text: "An uppercase letter", isMet: (password) => /[A-Z]/.test(password) },
  { text: "A lowercase letter", isMet: (password) => /[a-z]/.test(password) },
  { text: "A number", isMet: (password) => /[0-9]/.test(password) },
  { text: "A special character", isMet: (password) => SPECIAL.test(password) },
];

/** What a login takes in its place: an address, or a username, which has no "@". */
const emailOrUsernameRule = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Email is required"),
    z.regex(/^[^\s@]+(@[^\s@]+\.[^\s@]+)?$/, "Please enter a valid email address"),
  );

/** A password that is being set. It shows its first error. */
export function newPasswordRule(whenEmpty: string) {
  return z
    .string()
    .check(
      z.minLength(1, whenEmpty),
      z.minLength(8, "Password must be at least 8 characters long"),
      z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long`),
      z.regex(/[A-Z]/, "Password must contain at least one uppercase letter"),
      z.regex(/[a-z]/, "Password must contain at least one lowercase letter"),
      z.regex(/[0-9]/, "Password must contain at least one number"),
      z.regex(SPECIAL, "Password must contain at least one special character"),
    );
}

/** The name of an account; only how a name that is too short is told differs between the forms. */
export function usernameRule(whenShort: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Username is required"),
      z.minLength(3, whenShort),
      z.maxLength(24, "Username must be at most 24 characters long"),
      z.regex(/^[A-Za-z0-9_]+$/, "Username can only contain letters, numbers, and underscores"),
    );
}

type Repeated = { password: string; confirm: string };

/** The password that is set, typed once more. */
export const repeatedPassword = z.refine<Repeated>(
  (form) => form.confirm === "" || form.confirm === form.password,
  {
    error: "Passwords do not match",
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
    .check(
      z.minLength(1, "Password is required"),
      z.minLength(6, "Password must be at least 6 characters"),
    ),
  remember: z.boolean(),
});

export type LoginForm = z.infer<typeof loginSchema>;

/** The signup form (docs/decisions.md, E10). Each field shows its first error. */
export const signupSchema = z
  .object({
    username: usernameRule("Username must be at least 3 characters long"),
    email: emailRule,
    password: newPasswordRule("Password is required"),
    confirm: z.string().check(z.minLength(1, "Please confirm your password")),
    terms: z
      .boolean()
      .check(z.refine((agreed) => agreed, "You must agree to the terms to continue")),
  })
  .check(repeatedPassword);

export type SignupForm = z.infer<typeof signupSchema>;

/** /forgot-password. */
export const forgotSchema = z.object({ email: emailRule });

/** /reset-password. */
export const resetSchema = z
  .object({
    password: newPasswordRule("New password is required"),
    confirm: z.string().check(z.minLength(1, "Please confirm your new password")),
  })
  .check(repeatedPassword);

/** Whether a text can be an address, for the check against the server. */
export function looksLikeEmail(text: string): boolean {
  return emailRule.safeParse(text).success;
}

export type Strength = { score: number; label: "Weak" | "Fair" | "Good" | "Strong" };

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
  if (score < 30) return { score, label: "Weak" };
  if (score < 60) return { score, label: "Fair" };
  // A password that would be refused is not called strong.
  return { score, label: score < 100 || password.length > PASSWORD_MAX ? "Good" : "Strong" };
}
