import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { openSettings, READ, settings } from "./test-settings";

const COMPARE = "POST /api/admin/settings/compare";
const IMPORT = "POST /api/admin/settings/import";
const EXAMPLE = "GET /api/admin/settings/example";
const EXPORT = "GET /api/admin/settings/export";

const file = { format: 1, sections: { brand: { name: "Southside" } } };
const difference = { section: "brand", key: "name", before: '"Northside"', after: '"Southside"' };
const compared = (...differences: object[]) =>
  jsonAnswer({ success: true, differences, revisions: { brand: 3 } });
const done = () => jsonAnswer({ success: true, message: "The settings are imported" });

beforeEach(() => {
  URL.revokeObjectURL = () => undefined;
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.findByRole("button", { name });
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

async function choose(answers: Answers, text = JSON.stringify(file)) {
  const panel = openSettings("", answers);
  const user = userEvent.setup();
  await user.upload(
    await screen.findByLabelText("Settings file"),
    new File([text], "settings.json", { type: "application/json" }),
  );
  return { panel, user };
}

it("lists every section with who changed it last", async () => {
  openSettings("", {
    [READ]: () => jsonAnswer(settings({ texts: { locked: [{ key: "", by: "file" }] } })),
  });
  const brand = await screen.findByRole("link", { name: /^Brand/ });
  expect(brand).toHaveTextContent("Name, tagline, colour and heading font.");
  expect(brand).toHaveTextContent(/Saved by admin 127.0.0.1, Nov 20, 2026/);
  expect(brand).toHaveAttribute("href", "/admin/settings/brand");
  const main = within(screen.getByRole("main"));
  // Every section, and the pictures.
  expect(main.getAllByRole("link")).toHaveLength(18);
  expect(main.getByRole("link", { name: /uploaded/ })).toHaveAttribute(
    "href",
    "/admin/settings/pictures",
  );
  expect(screen.getByRole("link", { name: /^Texts/ })).toHaveTextContent("Locked");
});

it("says that the settings could not be loaded, and tries again", async () => {
  let isBroken = true;
  openSettings("", {
    [READ]: () => (isBroken ? refusal(503, "Busy") : jsonAnswer(settings())),
  });
  expect(await screen.findByText("The settings could not be loaded")).toBeVisible();
  isBroken = false;
  await userEvent.click(await button("Retry"));
  expect(await screen.findByRole("link", { name: /^Brand/ })).toBeVisible();
});

it("shows what an import changes before it imports", async () => {
  const { panel, user } = await choose({
    [COMPARE]: () => compared(difference),
    [IMPORT]: done,
  });
  const question = await dialog("Import these settings?");
  expect(question.getByText(/^1 setting would change/)).toBeVisible();
  const brand = within(question.getByRole("region", { name: "Brand" }));
  expect(brand.getByRole("listitem")).toHaveTextContent("NameBefore: NorthsideAfter: Southside");
  await user.click(question.getByRole("button", { name: "Import" }));
  expect(
    await screen.findByText("The settings are imported. They're live on the site."),
  ).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(panel.sent(COMPARE)).toEqual([file]);
  expect(panel.sent(IMPORT)).toEqual([{ file, revisions: { brand: 3 }, confirmed: "" }]);
});

it("compares again when the settings have changed meanwhile", async () => {
  let isChanged = false;
  const { user } = await choose({
    [COMPARE]: () => compared(isChanged ? { ...difference, before: '"Westside"' } : difference),
    [IMPORT]: () => {
      isChanged = true;
      return refusal(409, "Somebody else has changed these settings", "changed");
    },
  });
  const question = await dialog("Import these settings?");
  await user.click(question.getByRole("button", { name: "Import" }));
  expect(await question.findByText(/These are the differences now/)).toBeVisible();
  expect(question.getByText("Westside")).toBeVisible();
});

it("imports with a phrase where the server wants one", async () => {
  const { panel, user } = await choose({
    [COMPARE]: () => compared(difference),
    [IMPORT]: async (request) => {
      const { confirmed }: { confirmed: string } = await request.clone().json();
      if (confirmed === "above 100%") return done();
      return refusal(409, "slot would pay back 4. Type above 100% to confirm it", "unconfirmed");
    },
  });
  await user.click(
    (await dialog("Import these settings?")).getByRole("button", { name: "Import" }),
  );
  const phrase = await dialog("Confirm this change");
  await user.type(phrase.getByLabelText("Type the phrase"), "above 100%");
  await user.click(phrase.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText(/^The settings are imported/)).toBeVisible();
  expect(panel.sent(IMPORT)).toHaveLength(2);
});

it("refuses what is no settings file, and says what the server refuses", async () => {
  const { user } = await choose({ [COMPARE]: () => refusal(400, "x is no section") }, "[]");
  expect(await screen.findByText(/^This is no settings file/)).toBeVisible();
  await user.upload(
    screen.getByLabelText("Settings file"),
    new File([JSON.stringify(file)], "other.json", { type: "application/json" }),
  );
  expect(await screen.findByText("x is no section")).toBeVisible();
});

it("loads the example streamer, or says that nothing would change", async () => {
  openSettings("", {
    [EXAMPLE]: () => jsonAnswer({ success: true, file }),
    [COMPARE]: () => compared(),
  });
  await userEvent.click(await button("Load the example streamer"));
  const question = await dialog("Load the example streamer?");
  expect(question.getByText(/Nothing would change/)).toBeVisible();
  await userEvent.click(question.getAllByRole("button", { name: "Close" })[0] ?? document.body);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("exports the settings as a file", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  const blobs: Blob[] = [];
  URL.createObjectURL = (blob: Blob) => {
    blobs.push(blob);
    return "blob:settings";
  };
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  openSettings("", { [EXPORT]: () => jsonAnswer({ success: true, file }) });
  await userEvent.click(await button("Export"));
  expect(await screen.findByText("The settings are saved as a file.")).toBeVisible();
  expect(names).toEqual(["pointhouse-settings.json"]);
  expect(JSON.parse((await blobs[0]?.text()) ?? "")).toEqual(file);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});
