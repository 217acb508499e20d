import { describe, expect, it } from "vitest";
import { loginSchema, looksLikeEmail, passwordStrength, signupSchema } from "./validation";

type Issues = Record<string, string>;

function firstIssues(
  result: ReturnType<typeof signupSchema.safeParse | typeof loginSchema.safeParse>,
): Issues {
  const issues: Issues = {};
  for (const issue of result.error?.issues ?? []) issues[String(issue.path[0])] ??= issue.message;
  return issues;
}

const login = (form: object) =>
  firstIssues(
    loginSchema.safeParse({ email: "a@b.co", password: "secret", remember: true, ...form }),
  );
const signup = (form: object) =>
  firstIssues(
    signupSchema.safeParse({
      username: "rory_1",
      email: "a@b.co",
      password: "Abcdef1!",
      confirm: "Abcdef1!",
      namedOnAir: false,
      terms: true,
      ...form,
    }),
  );

describe("the login form", () => {
  it.each([
    [{ email: "" }, { email: "Email is required" }],
    [{ email: "   " }, { email: "Email is required" }],
    [{ email: "rory@home" }, { email: "Please enter a valid email address" }],
    [{ email: "rory jones" }, { email: "Please enter a valid email address" }],
    [{ email: "rory_1" }, {}],
    [{ password: "" }, { password: "Password is required" }],
    [{ password: "12345" }, { password: "Password must be at least 6 characters" }],
    [{}, {}],
  ])("%j says %j", (form, issues) => {
    expect(login(form)).toEqual(issues);
  });
});

describe("the signup form", () => {
  const username = "Username can only contain letters, numbers, and underscores";
  it.each([
    [{ username: "" }, { username: "Username is required" }],
    [{ username: "ab" }, { username: "Username must be at least 3 characters long" }],
    [{ username: "a".repeat(25) }, { username: "Username must be at most 24 characters long" }],
    [{ username: "rory-1" }, { username }],
    [{ username: "rory 1" }, { username }],
    [{ confirm: "" }, { confirm: "Please confirm your password" }],
    [{ confirm: "Abcdef1?" }, { confirm: "Passwords do not match" }],
    [{ terms: false }, { terms: "You must agree to the terms to continue" }],
    [{}, {}],
  ])("%j says %j", (form, issues) => {
    expect(signup(form)).toEqual(issues);
  });

  it.each([
    ["", "Password is required"],
    ["Abc1!", "Password must be at least 8 characters long"],
    [`Aa1!${"x".repeat(125)}`, "Password must be at most 128 characters long"],
    ["abcdef1!", "Password must contain at least one uppercase letter"],
    ["ABCDEF1!", "Password must contain at least one lowercase letter"],
    ["Abcdefg!", "Password must contain at least one number"],
    ["Abcdefg1", "Password must contain at least one special character"],
  ])("the password %j says %j first", (password, message) => {
    expect(signup({ password, confirm: password }).password).toBe(message);
  });

  it("compares the passwords while other fields still have errors", () => {
    expect(signup({ username: "", confirm: "other" })).toEqual({
      username: "Username is required",
      confirm: "Passwords do not match",
    });
  });

  it.each([
    "!",
    "@",
    "#",
    "$",
    "%",
    "^",
    "&",
    "*",
    "(",
    ")",
    ",",
    ".",
    "?",
    '"',
    ":",
    "{",
    "}",
    "|",
    "<",
    ">",
  ])("takes %s as a special character", (special) => {
    const password = `Abcdef1${special}`;
    expect(signup({ password, confirm: password })).toEqual({});
  });
});

describe("the strength of a password", () => {
  it.each([
    ["", 0, "weak"],
    ["abc", 25, "weak"],
    ["abcdefgh", 50, "fair"],
    ["aB", 50, "fair"],
    ["aB3", 65, "good"],
    ["abcdefgH", 75, "good"],
    ["abcdefg1!", 75, "good"],
    ["aaaaaaA1", 90, "strong"],
    [`Abcdef1!${"x".repeat(121)}`, 100, "good"],
    ["Abcdef1!", 100, "strong"],
  ] as const)("%j scores %i: %s", (password, score, level) => {
    expect(passwordStrength(password)).toEqual({ score, level });
  });
});

it("asks the server only about what can be an address", () => {
  expect(looksLikeEmail(" a@b.co ")).toBe(true);
  expect(looksLikeEmail("a@b")).toBe(false);
});
