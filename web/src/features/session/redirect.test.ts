import { describe, expect, it } from "vitest";
import { safeRedirect } from "./redirect";

const home = (wanted: unknown) => safeRedirect(wanted, "https://site.example");

describe("where login leads", () => {
  it.each([
    ["/games/dice", "/games/dice"],
    ["/account?tab=2#top", "/account?tab=2#top"],
    ["/a/../games/dice", "/games/dice"],
  ])("%s is a page of this site", (wanted, target) => {
    expect(home(wanted)).toBe(target);
  });

  it.each([
    undefined,
    7,
    "",
    "games/dice",
    "https://evil.example/",
    "//evil.example/x",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "/login?redirect=/games/dice",
    "/signup",
  ])("%j leads home", (wanted) => {
    expect(home(wanted)).toBe("/");
  });
});
