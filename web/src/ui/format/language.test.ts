import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { setBrowserLanguage } from "@/testing/browser-language";

const src = join(dirname(fileURLToPath(import.meta.url)), "../..");
const ownFolder = join("ui", "format");

describe("in a German browser", () => {
  beforeEach(() => setBrowserLanguage("de-DE"));
  afterEach(() => vi.unstubAllGlobals());

  it("what has no locale is German", () => {
    expect(new Intl.NumberFormat().format(1_234.5)).toBe("1.234,5");
    expect((1_234.5).toLocaleString()).toBe("1.234,5");
    expect(new Date("2026-11-01T13:05:00").toLocaleString()).toMatch(/^1\.11\.2026/);
  });

  it("numbers are English", async () => {
    const numbers = await import("./numbers");
    expect(numbers.formatPoints(1_234)).toBe("1,234");
    expect(numbers.formatCompactPoints(12_345_678)).toBe("12.34M");
    const { formatCents } = await import("./dollars");
    expect(formatCents(1_234.5)).toBe("$1,234.50");
    const { formatPercent } = await import("./percent");
    expect(formatPercent(0.5)).toBe("50.00%");
  });

  it("dates are German", async () => {
    const dates = await import("./dates");
    expect(dates.formatMoment("2026-12-01T13:05:00")).toBe("01.12.2026, 13:05");
    expect(dates.formatTime("2026-12-01T13:05:00")).toBe("13:05");
    expect(dates.formatSiteDay("2026-12-01")).toBe("1. Dezember 2026");
    expect(dates.formatMonth("2026-12")).toBe("Dezember 2026");
    expect(dates.formatDays("2026-11-23", "2026-11-29")).toBe("23.–29.11.2026");
    // Not for people to read.
    expect(dates.monthAt(Date.parse("2026-12-01T00:00:00Z"), "UTC")).toBe("2026-12");
  });

  it("words are English", async () => {
    const words = await import("./words");
    expect(words.formatCount(1_234, "tile")).toBe("1,234 tiles");
    const { formatList } = await import("./lists");
    expect(formatList(["one", "two"])).toBe("one and two");
  });
});

describe("in a browser", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    // A Buddhist or Islamic year would name another month of the site, and other digits another number.
    ["th-TH", /^ธันวาคม.* 2026$/],
    ["ar-SA", /^ديسمبر 2026$/],
    ["en-GB", /^December 2026$/],
    // What some browsers say without a language, and what is none.
    ["en-US@posix", /^December 2026$/],
    ["", /^December 2026$/],
  ])("of %s months are those of the site", async (language, text) => {
    setBrowserLanguage(language);
    const { formatMonth } = await import("./dates");
    expect(formatMonth("2026-12")).toMatch(text);
  });
});

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    /\.tsx?$/.test(path) &&
    !/\.(test|d)\.tsx?$/.test(path) &&
    !path.startsWith(ownFolder) &&
    !path.startsWith("testing") &&
    // A source of the overlay writes numbers in the language that its settings name.
    path !== "stream/sources/numbers.ts",
);

it("finds the files", () => {
  expect(files.length).toBeGreaterThan(60);
});

it("no other file creates formats", () => {
  const wrong = files.filter((path) =>
    /\bIntl\.|\.toLocale(Date|Time)?String\(/.test(readFileSync(join(src, path), "utf8")),
  );
  expect(wrong).toEqual([]);
});
