import { screen } from "@testing-library/react";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin } from "@/test-panel";
import { READ, savedAs, saveOf, section, settings } from "../settings/test-settings";
import { freshSource, type Kind, type Source } from "./editor/model";
import type { SourceKey } from "./queries";

export const KEYS = "GET /api/admin/overlay/sources";
export const KEY = "Abcdefghij_0123456789-";

export const aSource = (
  kind: Kind,
  name: string,
  change: Partial<Source> = {},
  options: object = {},
): Source => {
  const fresh = freshSource(kind, `id-${name.toLowerCase().replaceAll(" ", "-")}`, name);
  return { ...fresh, ...change, options: { ...fresh.options, ...options } };
};

export const aKey = (source: Source, change: Partial<SourceKey> = {}): SourceKey => ({
  id: source.id,
  key: KEY,
  madeAt: "2026-11-20T12:00:00Z",
  open: 0,
  ...change,
});

export const keysAre = (...keys: readonly SourceKey[]) =>
  jsonAnswer({ success: true, sources: keys });

/** The settings with these sources saved. */
export const withSources = (sources: readonly object[], change: object = {}) =>
  jsonAnswer(settings({ overlay: { values: { sources }, ...change } }));

/** Opens the editor with sources that are saved. */
export function openEditor(sources: readonly Source[], answers: Answers = {}) {
  return openAsAdmin("/admin/overlay?tab=sources", {
    [READ]: () => withSources(sources),
    [KEYS]: () => keysAre(),
    [saveOf("overlay")]: savedAs("overlay"),
    ...answers,
  });
}

/** The section as another admin has saved it meanwhile. */
export const changedBy = (sources: readonly Source[]) =>
  section("overlay", {
    values: { sources },
    version: { revision: 5, at: "2026-11-21T12:00:00Z", actor: "ada", cause: "saved" },
  });

/** The plate of a source on the canvas. */
export const plate = (name: string) =>
  screen.findByRole("button", { name: new RegExp(`^${name}: \\d+ by`) });
