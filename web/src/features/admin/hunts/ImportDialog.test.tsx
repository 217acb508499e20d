import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aHunt, aSlot, aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Hunt, Importable } from "./model";

const FOUND = "GET /api/admin/hunts/external";
const IMPORT = "POST /api/admin/hunts/import";
const MADE = "GET /api/bonus-hunts/bht-71";

let found: readonly Importable[];
let ours: readonly Hunt[];
const made = aWhole([aSlot({ slotName: "Dog House", calledBy: "" })], { id: "bht-71" });
const house: Answers = {
  "GET /api/bonus-hunts": () => jsonAnswer(ours),
  "GET /api/bonus-hunts/admin-overrides": () => jsonAnswer({ success: true }),
  [MADE]: () => jsonAnswer(made),
  [FOUND]: () => jsonAnswer({ success: true, hunts: found }),
};

beforeEach(() => {
  found = [
    { id: "71", name: "Friday hunt", importedAs: null },
    { id: "70", name: "Sunday hunt", importedAs: null },
  ];
  ours = [];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const dialog = () => within(screen.getByRole("dialog", { name: "Import Bonus Hunt" }));

/** Opens the dialog over the list. */
async function openDialog(answers: Answers = {}) {
  const page = openAsAdmin("/admin/bonus-hunts", { ...house, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Import" }));
  await screen.findByRole("dialog", { name: "Import Bonus Hunt" });
  return page;
}

it("takes a hunt over by keyboard and leads to its page", async () => {
  const { sent, path } = await openDialog({
    [IMPORT]: () => jsonAnswer({ success: true, message: "Bonus hunt imported", hunt: made }, 201),
  });
  const first = await dialog().findByRole("radio", { name: /Friday hunt/ });
  await waitFor(() => expect(first).toHaveFocus());
  expect(dialog().getByRole("button", { name: "Import" })).toBeDisabled();
  await userEvent.keyboard(" ");
  expect(first).toBeChecked();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(path()).toBe("/admin/bonus-hunts/bht-71/edit"));
  expect(await screen.findByRole("heading", { level: 1, name: /Friday hunt/ })).toBeVisible();
  expect(sent(IMPORT)).toEqual([{ id: "71" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
  // Not every slot was called by somebody; it is played all the same.
  await userEvent.click(await screen.findByRole("button", { name: /^Play Dog House/ }));
  const play = await screen.findByRole("dialog", { name: "Press Play" });
  expect(play).not.toHaveTextContent("called by");
});

it("says that it asks, and what could not be asked; another try may bring it", async () => {
  let isBroken = true;
  const gate = new EventTarget();
  const waiting = new Promise((resolve) => gate.addEventListener("open", resolve));
  await openDialog({
    [FOUND]: async () => {
      await waiting;
      return isBroken
        ? refusal(503, "The service for bonus hunts was asked, but it is silent", "source_failed")
        : jsonAnswer({ success: true, hunts: found });
    },
  });
  expect(dialog().getByText("Asking the service for its hunts...")).toBeVisible();
  gate.dispatchEvent(new Event("open"));
  expect(await dialog().findByText("The hunts could not be loaded")).toBeVisible();
  expect(
    dialog().getByText("The service for bonus hunts was asked, but it is silent"),
  ).toBeVisible();
  expect(dialog().queryByRole("button", { name: "Import" })).toBeNull();
  isBroken = false;
  await userEvent.click(dialog().getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(dialog().getByRole("radio", { name: /Friday/ })).toHaveFocus());
});

it("tells how a service is set up where there is none", async () => {
  await openDialog({
    [FOUND]: () => refusal(409, "No service for bonus hunts is configured", "no_source"),
  });
  expect(await dialog().findByText("No hunt service is set up")).toBeVisible();
  expect(dialog().getByRole("link", { name: "Settings, Bonus hunts" })).toHaveAttribute(
    "href",
    "/admin/settings/hunts",
  );
  expect(dialog().queryByRole("button", { name: "Retry" })).toBeNull();
});

it("says that the service has none", async () => {
  found = [];
  await openDialog();
  expect(await dialog().findByText(/The service has no hunts yet/)).toBeVisible();
  expect(dialog().queryByRole("button", { name: "Import" })).toBeNull();
});

const TAKEN = 'ID "bh-71" already exists';

it.each([
  ["before", "bh-71"],
  ["by another admin just now", null],
])("leads to a hunt that was imported %s", async (_, importedAs) => {
  // The id here is the server's to say.
  const sunday = { id: "70", name: "Sunday hunt", importedAs: null };
  found = [{ id: "71", name: "Friday hunt", importedAs }, sunday];
  ours = [aHunt({ id: "bh-71" }), aHunt({ id: "bht-70" })];
  const { path } = await openDialog({
    [IMPORT]: () => {
      found = [{ id: "71", name: "Friday hunt", importedAs: "bh-71" }, sunday];
      return refusal(409, TAKEN, "id_taken");
    },
  });
  await userEvent.click(await dialog().findByRole("radio", { name: /Friday hunt/ }));
  expect(dialog().queryAllByText("Imported")).toHaveLength(importedAs === null ? 0 : 1);
  await userEvent.click(dialog().getByRole("button", { name: "Import" }));
  expect(await dialog().findByRole("alert")).toHaveTextContent(
    "This hunt was imported before, as #bh-71.",
  );
  expect(dialog().getByRole("radio", { name: /Sunday/ })).not.toHaveAccessibleName(/Imported/);
  await userEvent.click(dialog().getByRole("link", { name: "Open the imported hunt" }));
  await waitFor(() => expect(path()).toBe("/admin/bonus-hunts/bh-71/edit"));
});

it("shows the refusal where the list still does not have the hunt as imported", async () => {
  await openDialog({ [IMPORT]: () => refusal(409, TAKEN, "id_taken") });
  await userEvent.click(await dialog().findByRole("radio", { name: /Friday hunt/ }));
  await userEvent.click(dialog().getByRole("button", { name: "Import" }));
  expect(await dialog().findByRole("alert")).toHaveTextContent(TAKEN);
});

it.each([
  [503, "source_failed", "The service for bonus hunts was asked, but it answered with status 404"],
  [409, "external", "This is not supported with external API"],
  [400, "bad_id", "Invalid bonus hunt ID"],
  [409, "too_many", "At most 1000 bonus hunts"],
])("shows why it was not imported: %d %s", async (status, error, message) => {
  const { path } = await openDialog({ [IMPORT]: () => refusal(status, message, error) });
  await userEvent.click(await dialog().findByRole("radio", { name: /Friday hunt/ }));
  await userEvent.click(dialog().getByRole("button", { name: "Import" }));
  expect(await dialog().findByText(message)).toBeVisible();
  expect(dialog().getByRole("button", { name: "Import" })).toBeEnabled();
  expect(path()).toBe("/admin/bonus-hunts");
  // It belongs to the one that was asked for.
  await userEvent.click(dialog().getByRole("radio", { name: /Sunday/ }));
  expect(dialog().queryByText(message)).toBeNull();
});

it("searches many hunts, and imports none that is out of sight", async () => {
  found = Array.from({ length: 12 }, (_, at) => ({
    id: `c0ffee-${at}`,
    name: `Week ${at}`,
    importedAs: null,
  }));
  await openDialog();
  await userEvent.click(await dialog().findByRole("radio", { name: /Week 3/ }));
  expect(dialog().getByRole("button", { name: "Import" })).toBeEnabled();
  const field = dialog().getByRole("textbox", { name: "Search the hunts" });
  await userEvent.type(field, "FEE-7");
  expect(dialog().getAllByRole("radio")).toHaveLength(1);
  expect(dialog().getByRole("button", { name: "Import" })).toBeDisabled();
  await userEvent.type(field, "7");
  expect(dialog().getByText("No hunts match.")).toBeVisible();
});
