import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aHunt, aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Hunt } from "./model";

const LIST = "GET /api/bonus-hunts";
const SAY = "PUT /api/admin/hunts/7/override";
const CREATE = "POST /api/admin/hunts";
const DELETE = "DELETE /api/admin/hunts/7";
const EXTERNAL = "This is not supported with external API";

/** What the server holds. */
let held: readonly Hunt[];
const house: Answers = { [LIST]: () => jsonAnswer(held) };

beforeEach(() => {
  held = [
    aHunt({ openedSlots: 4, totalValue: 1_020.5 }),
    aHunt({ id: "sunday-1", name: "Big Sunday", status: "completed", totalValue: 0.25 }),
    aHunt({ id: "9", name: "To come", status: "active", totalSlots: 0, totalValue: 0 }),
  ];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const openPage = (answers: Answers = {}, address = "/admin/bonus-hunts") =>
  openAsAdmin(address, { ...house, ...answers });
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
/** Presses what opens a dialog; its form is fetched on its own. */
const ask = async (name: string | RegExp) => {
  await press(name);
  await screen.findByRole("dialog");
};
const dialog = () => within(screen.getByRole("dialog"));
const table = async () => within(await screen.findByRole("table", { name: "Bonus hunts" }));

/** What stands under a name in the figures above the list. */
const figure = (name: string) =>
  screen.getAllByRole("term").find(({ textContent }) => textContent === name)?.nextElementSibling
    ?.textContent;

/** Says over hunts as the server does. */
const saying = (status: Hunt["status"]): Answers => ({
  [SAY]: () => {
    held = held.map((hunt) => (hunt.id === "7" ? { ...hunt, status } : hunt));
    return jsonAnswer({ success: true, "7": { status, slotTips: {} } });
  },
});

it("shows all hunts and their figures, to the admin", async () => {
  const { tokens } = openPage();
  const rows = (await table()).getAllByRole("row");
  expect(rows).toHaveLength(4);
  for (const text of ["Friday hunt", "#7", "Live", "4 / 10 opened", "$1,020.50"])
    expect(rows[1]).toHaveTextContent(text);
  expect(
    within(rows[1] ?? document.body).getByRole("link", { name: "Edit Friday hunt" }),
  ).toHaveAttribute("href", "/admin/bonus-hunts/7/edit");
  expect(["Live", "Active", "Completed", "Total Hunts", "Total Value"].map(figure)).toEqual([
    "1",
    "1",
    "1",
    "3",
    "$1,020.75",
  ]);
  expect(tokens(LIST)[0]).toBe("Bearer admin-1");
});

it("filters by status, in the address", async () => {
  openPage({}, "/admin/bonus-hunts?tab=completed");
  expect((await table()).getAllByRole("row")).toHaveLength(2);
  held = held.slice(0, 1);
  act(() => deliver("huntsUpdated", { id: "9", revision: 1, deleted: true }));
  expect(await screen.findByText("No completed hunts")).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "All" }));
  expect((await table()).getAllByRole("row")).toHaveLength(2);
});

it("carries the status one step on", async () => {
  const { sent } = openPage(saying("completed"));
  await press("Set completed: Friday hunt");
  expect(await screen.findByText("Friday hunt is completed now.")).toBeVisible();
  expect(sent(SAY)).toEqual([{ status: "completed", seenStatus: "live" }]);
  expect(await screen.findByRole("button", { name: "Set active: Friday hunt" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Set live: To come" })).toBeVisible();
});

it("carries another one on while the first is on its way", async () => {
  const gate = new EventTarget();
  const waiting = new Promise((resolve) => gate.addEventListener("open", resolve));
  const other = "PUT /api/admin/hunts/9/override";
  const { sent } = openPage({
    [SAY]: async () => {
      await waiting;
      return jsonAnswer({ success: true });
    },
    [other]: () => jsonAnswer({ success: true }),
  });
  await press("Set completed: Friday hunt");
  await press("Set live: To come");
  expect(screen.getByRole("button", { name: "Set completed: Friday hunt" })).toBeDisabled();
  expect(sent(SAY)).toEqual([{ status: "completed", seenStatus: "live" }]);
  expect(sent(other)).toEqual([]);
  gate.dispatchEvent(new Event("open"));
  await waitFor(() => expect(sent(other)).toEqual([{ status: "live", seenStatus: "active" }]));
});

it("keeps the list below a notice when it could not be read again", async () => {
  let isBroken = false;
  openPage({ [LIST]: () => (isBroken ? refusal(403, "Not for you") : jsonAnswer(held)) });
  await table();
  isBroken = true;
  act(() => deliver("huntsUpdated", { id: "9", revision: 2, deleted: false }));
  expect(await screen.findByText("The bonus hunts may be out of date. Not for you")).toBeVisible();
  expect((await table()).getAllByRole("row")).toHaveLength(4);
  isBroken = false;
  await press("Retry");
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
});

it("says why the status stays", async () => {
  openPage({ [SAY]: () => refusal(503, "The site is read-only for the moment.", "read_only") });
  await press("Set completed: Friday hunt");
  expect(await screen.findByText("The site is read-only for the moment.")).toBeVisible();
});

it("checks a new hunt before it is sent", async () => {
  const { sent } = openPage();
  await ask("Create Hunt");
  await userEvent.click(dialog().getByRole("button", { name: "Create Hunt" }));
  expect(await dialog().findByText("Name is required")).toBeVisible();
  expect(dialog().getByText("The starting balance must be an amount such as 12.50")).toBeVisible();
  expect(dialog().getByLabelText("Name (required)")).toHaveFocus();
  const id = dialog().getByLabelText("Custom ID (optional)");
  await userEvent.type(id, "week 12");
  expect(
    await dialog().findByText("ID can only contain letters, numbers, hyphens, and underscores"),
  ).toBeVisible();
  await userEvent.clear(id);
  await userEvent.type(id, " SUNDAY-1 ");
  expect(await dialog().findByText('ID "SUNDAY-1" already exists')).toBeVisible();
  expect(sent(CREATE)).toEqual([]);
});

it("asks before a half-typed hunt is thrown away", async () => {
  openPage();
  await ask("Create Hunt");
  await userEvent.type(dialog().getByLabelText("Name (required)"), "Friday");
  await userEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("creates one", async () => {
  const { sent } = openPage({
    [CREATE]: () => {
      held = [aHunt({ id: "friday-2", name: "Next Friday", status: "active" }), ...held];
      return jsonAnswer({ success: true, message: "Bonus hunt created", hunt: aWhole([]) }, 201);
    },
  });
  await ask("Create Hunt");
  await userEvent.type(dialog().getByLabelText("Name (required)"), " Next Friday ");
  await userEvent.type(dialog().getByLabelText("Custom ID (optional)"), "friday-2");
  await userEvent.type(dialog().getByLabelText("Starting balance (required)"), "250.5{Enter}");
  expect(await screen.findByText("Bonus hunt created")).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent(CREATE)).toEqual([
    {
      customId: "friday-2",
      name: "Next Friday",
      description: "",
      streamerName: "",
      huntDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
      startingBalance: "250.5",
    },
  ]);
  expect((await table()).getByRole("link", { name: "Next Friday" })).toBeVisible();
});

it.each([
  [409, 'ID "week-1" already exists', {}],
  [409, EXTERNAL, {}],
  [400, "Please check the fields", { customId: "At most 40 characters" }],
])("shows why it could not be created: %d %s", async (status, message, fields) => {
  openPage({
    [CREATE]: () => jsonAnswer({ success: false, error: "no", message, fields }, status),
  });
  await ask("Create Hunt");
  await userEvent.type(dialog().getByLabelText("Name (required)"), "Friday");
  await userEvent.type(dialog().getByLabelText("Starting balance (required)"), "0{Enter}");
  const [wrong = message] = Object.values(fields);
  expect(await dialog().findByText(wrong)).toBeVisible();
});

it("deletes one after a question", async () => {
  const { sent } = openPage({
    [DELETE]: () => {
      held = held.slice(1);
      return jsonAnswer({ success: true, message: "Bonus hunt deleted" });
    },
  });
  await ask("Delete Friday hunt");
  expect(dialog().getByText(/with 10 slots. This action cannot be undone./)).toBeVisible();
  expect(sent(DELETE)).toEqual([]);
  await userEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Bonus hunt deleted")).toBeVisible();
  expect(screen.queryByText("Friday hunt")).toBeNull();
  await waitFor(() => expect(document.getElementById("main")).toHaveFocus());
});

it("says why it could not be deleted", async () => {
  openPage({ [DELETE]: () => refusal(409, EXTERNAL, "external") });
  await ask("Delete Friday hunt");
  await userEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(await dialog().findByText(EXTERNAL)).toBeVisible();
});

it("says that there is none, and that they could not be read", async () => {
  held = [];
  let isBroken = true;
  openPage({ [LIST]: () => (isBroken ? refusal(403, "Not for you") : jsonAnswer(held)) });
  expect(await screen.findByText("The bonus hunts could not be loaded")).toBeVisible();
  expect(screen.getByText("Not for you")).toBeVisible();
  isBroken = false;
  await press("Retry");
  await ask("Create the first one");
  expect(screen.getByRole("dialog", { name: "Create Bonus Hunt" })).toBeVisible();
});
