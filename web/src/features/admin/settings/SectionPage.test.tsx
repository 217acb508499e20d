import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import { keepAdminToken } from "../session/store";
import { dropUnsaved, hasUnsavedChanges } from "../session/unsaved";
import {
  openSettings,
  READ,
  refusedFields,
  savedAs,
  saveOf,
  section,
  settings,
  values,
} from "./test-settings";

afterEach(() => {
  dropUnsaved();
  keepAdminToken(null);
  queryClient.clear();
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function type(label: string, text: string) {
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

it("there is no page for a section that does not exist", async () => {
  openSettings("nonsense");
  expect(await screen.findByRole("heading", { name: "No such section" })).toBeVisible();
});

it("a refusal is shown at its field, and the colour that passes is one press away", async () => {
  const text = "is too dark to read on the pages (contrast 1.3, needs 4.5); #878787 is the nearest";
  let isRefused = true;
  const panel = openSettings("brand", {
    [saveOf("brand")]: (request) =>
      isRefused ? refusedFields({ "brand.accent": text }) : savedAs("brand")(request),
  });
  await type("Accent colour", "#000000");
  await press("Save changes");
  expect(await screen.findByText(/^Is too dark to read/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Accent colour")).toHaveFocus());
  expect(screen.getByText("Check the marked fields, then save again.")).toBeVisible();
  isRefused = false;
  await press("Use #878787");
  expect(screen.queryByText(/^Is too dark/)).toBeNull();
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  expect(panel.sent(saveOf("brand"))[1]).toMatchObject({ values: { accent: "#878787" } });
});

it("a refusal without a field is shown with its key", async () => {
  openSettings("mail", {
    [saveOf("mail")]: () => refusedFields({ "site.url": "must be set when mail is sent" }),
  });
  await type("Login name", "me");
  await press("Save changes");
  expect(
    await screen.findByText("Not saved. site.url must be set when mail is sent"),
  ).toBeVisible();
});

it("a refusal about a list takes the focus to the list", async () => {
  openSettings("links", {
    [saveOf("links")]: () => refusedFields({ "links.links": "must have at most 50 entries" }),
  });
  await type("“Watch live” address", "https://live.example/");
  await press("Save changes");
  const error = await screen.findByText("Must have at most 50 entries");
  await waitFor(() => expect(error.closest("p")).toHaveFocus());
});

it("a refusal about a game opens it at its number", async () => {
  openSettings("games", {
    [saveOf("games")]: () => refusedFields({ "games.tables": "keno.drawn must be from 1 to 20" }),
  });
  await type("Open rounds end after", "48");
  await press("Save changes");
  expect(await screen.findByText("Must be from 1 to 20")).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("Numbers drawn")).toHaveFocus());
});

it("a key that the settings file decides is locked, the others are not", async () => {
  openSettings("brand", {
    [READ]: () => jsonAnswer(settings({ brand: { locked: [{ key: "name", by: "file" }] } })),
  });
  expect(await screen.findByLabelText("Name")).toBeDisabled();
  expect(screen.getByText("Decided by the server's settings file")).toBeVisible();
  expect(screen.getByLabelText("Tagline")).toBeEnabled();
});

it("rates are read-only for others than the owner, with the reason", async () => {
  const locked = [
    { key: "base", by: "owner" as const },
    { key: "milestones", by: "owner" as const },
  ];
  openSettings("calendar", { [READ]: () => jsonAnswer(settings({ calendar: { locked } })) });
  expect(await screen.findByLabelText("Points per claim")).toBeDisabled();
  expect(screen.getAllByText("Only the owner can change this")[0]).toBeVisible();
  expect(screen.getByText(/decide how many points your site makes/)).toBeVisible();
  expect(screen.getByLabelText("Progress bar")).toBeEnabled();
});

it("changes stay while other pages are open, until they are discarded", async () => {
  openSettings("brand");
  await type("Tagline", "Every evening");
  expect(hasUnsavedChanges()).toBe(true);
  const crumbs = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  await userEvent.click(crumbs.getByRole("link", { name: "Settings" }));
  const card = await screen.findByRole("link", { name: /^Brand/ });
  expect(card).toHaveTextContent("Unsaved changes");
  await userEvent.click(card);
  expect(await screen.findByLabelText("Tagline")).toHaveValue("Every evening");
  await press("Discard changes");
  const question = await dialog("Discard your changes?");
  await userEvent.click(question.getByRole("button", { name: "Discard changes" }));
  await waitFor(() => expect(screen.getByLabelText("Tagline")).toHaveValue(""));
  expect(hasUnsavedChanges()).toBe(false);
});

it("a save that was lost says that its outcome is unknown", async () => {
  openSettings("brand", { [saveOf("brand")]: () => Promise.reject(new TypeError("offline")) });
  await type("Tagline", "Every evening");
  await press("Save changes");
  expect(await screen.findByText(/^Connection lost/)).toBeVisible();
  expect(screen.getByText(UNKNOWN_CHANGE)).toBeVisible();
});

/** Another admin has saved the brand since this page was read. */
function openWithConflict() {
  let isSaved = false;
  const theirs = {
    ...values.brand,
    name: "Westside",
    tagline: "Every morning",
    accent: "#00ff88",
  };
  const version = { revision: 4, at: "2026-11-21T12:00:00Z", actor: "admin", cause: "saved" };
  return openSettings("brand", {
    [READ]: () =>
      jsonAnswer(isSaved ? settings({ brand: { version, values: theirs } }) : settings()),
    [saveOf("brand")]: async (request) => {
      const { revision }: { revision: number } = await request.clone().json();
      isSaved = true;
      if (revision === 4) return savedAs("brand")(request);
      return refusal(409, "Somebody else has changed these settings", "changed");
    },
  });
}

it("two versions are shown side by side, and the choice is saved over theirs", async () => {
  const panel = openWithConflict();
  await type("Name", "Southside");
  await type("Tagline", "Every evening");
  await press("Save changes");
  const question = await dialog("Another admin changed these settings");
  const name = within(question.getByRole("group", { name: "Name" }));
  expect(name.getByRole("radio", { name: /^Yours\s*Southside/ })).toBeChecked();
  expect(name.getByRole("radio", { name: /^Theirs\s*Westside/ })).not.toBeChecked();
  // Only they have changed the colour.
  const accent = within(question.getByRole("group", { name: "Accent colour" }));
  expect(accent.getByRole("radio", { name: /^Theirs/ })).toBeChecked();
  const tagline = within(question.getByRole("group", { name: "Tagline" }));
  await userEvent.click(tagline.getByRole("radio", { name: /^Theirs/ }));
  await userEvent.click(question.getByRole("button", { name: "Save this choice" }));
  await screen.findByText("All changes are saved.");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(panel.sent(saveOf("brand"))[1]).toMatchObject({
    revision: 4,
    values: { name: "Southside", tagline: "Every morning", accent: "#00ff88" },
  });
});

it("a game with a wrong number is opened at each attempt to save", async () => {
  openSettings("games");
  const keno = await screen.findByRole("button", { name: /^Keno/ });
  await userEvent.click(keno);
  await type("Lowest bet", "x");
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await userEvent.click(keno);
    expect(keno).toHaveAttribute("aria-expanded", "false");
    await press("Save changes");
    expect(keno).toHaveAttribute("aria-expanded", "true");
    expect(screen.getByLabelText("Lowest bet")).toHaveFocus();
  }
});

it("all of theirs can be taken, and a closed question can be asked again", async () => {
  openWithConflict();
  await type("Name", "Southside");
  await press("Save changes");
  const question = await dialog("Another admin changed these settings");
  await userEvent.click(question.getByRole("button", { name: "Keep editing" }));
  expect(screen.getByText(/^Another admin has saved this section/)).toBeVisible();
  await press("Compare");
  const again = await dialog("Another admin changed these settings");
  await userEvent.click(again.getByRole("button", { name: "Take all of theirs" }));
  await waitFor(() => expect(screen.getByLabelText("Name")).toHaveValue("Westside"));
  expect(hasUnsavedChanges()).toBe(false);
});

const HISTORY = "GET /api/admin/settings/brand/history";
const versions = [
  { revision: 3, at: "2026-11-20T12:00:00Z", actor: "admin 127.0.0.1", cause: "saved" },
  { revision: 2, at: "2026-11-19T12:00:00Z", actor: "admin 127.0.0.1", cause: "imported" },
  { revision: 1, at: "2026-11-18T12:00:00Z", actor: "first start", cause: "first_start" },
];
const differences = [
  { section: "brand", key: "tagline", before: '"Now"', after: '""' },
  { section: "brand", key: "heading_font", before: '"geist"', after: '"archivo"' },
];

it("the history says who made each version, and what restoring one changes", async () => {
  const RESTORE = "POST /api/admin/settings/brand/history/2/restore";
  const restored = { revision: 4, at: "2026-11-21T12:00:00Z", actor: "admin", cause: "restored" };
  const panel = openSettings("brand?tab=history", {
    [HISTORY]: () => jsonAnswer({ success: true, versions }),
    "GET /api/admin/settings/brand/history/2": () =>
      jsonAnswer({ success: true, version: versions[1], differences }),
    [RESTORE]: () =>
      jsonAnswer({
        success: true,
        message: "Restored",
        section: section("brand", { version: restored }),
        secrets: [],
      }),
  });
  const list = within(await screen.findByRole("list", { name: /^Versions of this section/ }));
  const cards = list.getAllByRole("listitem");
  expect(cards[0]).toHaveTextContent("Version 3In forceSaved by admin 127.0.0.1, Nov 20, 2026");
  expect(cards[1]).toHaveTextContent("Imported by admin 127.0.0.1, Nov 19, 2026");
  expect(cards[2]).toHaveTextContent("Set at the first start, Nov 18, 2026");
  const second = within(cards[1] ?? document.body);
  await userEvent.click(second.getByRole("button", { name: /^What restoring/ }));
  expect(await second.findByText("Heading font")).toBeVisible();
  expect(second.getByText("Geist: as the text")).toBeVisible();
  expect(second.getByText("(empty)")).toBeVisible();
  await userEvent.click(second.getByRole("button", { name: "Restore this version" }));
  const question = await dialog("Restore version 2?");
  await userEvent.click(question.getByRole("button", { name: "Restore this version" }));
  expect(await screen.findByText("Version 2 is restored.")).toBeVisible();
  expect(panel.sent(RESTORE)).toEqual([{ revision: 3, confirmed: "" }]);
});

it("the history that failed to load can be read again", async () => {
  openSettings("brand?tab=history", { [HISTORY]: () => refusal(503, "Busy") });
  expect(await screen.findByText("The history could not be loaded")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeEnabled();
});
