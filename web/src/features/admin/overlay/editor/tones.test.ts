import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { previewState } from "./preview-state";
import { tonesOf } from "./tones";

it("has the tones of the overlay's page for its accent", () => {
  const page = readFileSync("stream.html", "utf8");
  const rules = tonesOf("#f2c24d").trim().split("; ");
  expect(rules).toHaveLength(7);
  for (const rule of rules) expect(page).toContain(rule.replace(/;$/, ""));
});

it.each(["", "red", "#12345", "#gggggg"])("has none of %j", (accent) => {
  expect(tonesOf(accent)).toBe("");
});

it("shows a source of its own colour in the tones of that colour", () => {
  const site = {
    name: "Pointhouse",
    mark: "",
    address: "",
    promoCode: "",
    casinoName: "",
    pointsName: "points",
    pointsOne: "point",
    accent: "#f2c24d",
    timezone: "UTC",
    theme: "--accent: #f2c24d; --font-display: Archivo;",
  };
  const place = { x: 0, y: 0, width: 800, height: 200 };
  const look = { id: "hunt0000", name: "Hunt", volume: 0, locale: "en-US" };
  const source = { ...place, ...look, accent: "#4db8f2", options: { kind: "hunt" as const } };
  const { theme } = previewState(source, site, "usual", 0).site;
  expect(theme).toContain("--accent: #4db8f2;");
  expect(theme).toContain(tonesOf("#4db8f2").trim());
  expect(previewState({ ...source, accent: "" }, site, "usual", 0).site.theme).toBe(site.theme);
});
