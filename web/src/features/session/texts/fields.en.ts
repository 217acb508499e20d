import type { Strength } from "../validation";

export const emailRequired = "Email is required";
export const emailInvalid = "Please enter a valid email address";

export const usernameRequired = "Username is required";
export const usernameShort = "Username must be at least 3 characters long";
export const usernameLong = "Username must be at most 24 characters long";
export const usernameCharacters = "Username can only contain letters, numbers, and underscores";

export const passwordRequired = "Password is required";
export const loginPasswordShort = "Password must be at least 6 characters";
export const newPasswordRequired = "New password is required";
export const passwordShort = "Password must be at least 8 characters long";
export const passwordLong = (most: number) => `Password must be at most ${most} characters long`;
export const passwordNoUppercase = "Password must contain at least one uppercase letter";
export const passwordNoLowercase = "Password must contain at least one lowercase letter";
export const passwordNoNumber = "Password must contain at least one number";
export const passwordNoSpecial = "Password must contain at least one special character";
export const confirmRequired = "Please confirm your password";
export const confirmNewRequired = "Please confirm your new password";
export const passwordsDiffer = "Passwords do not match";

export const termsRequired = "You must agree to the terms to continue";

export const needs = "Password requirements";
export const needLength = "8 to 128 characters";
export const needUppercase = "An uppercase letter";
export const needLowercase = "A lowercase letter";
export const needNumber = "A number";
export const needSpecial = "A special character such as ! or ?";
export const needMet = ", done";
export const commonRefused = "The most common passwords aren't accepted.";

export const strengthMeter = "Password strength";
export const strength = "Strength";
export const noPassword = "No password yet";
export const refused = "Refused";
export const strengths: Record<Strength["level"], string> = {
  weak: "Weak",
  fair: "Fair",
  good: "Good",
  strong: "Strong",
};
