import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Giveaway } from "./model";
import { aDrop, anEnded, giveawaysAnswer } from "./test-giveaways";

const LIST = "GET /api/giveaways";
const CREATE = "POST /api/giveaways";
const EDIT = "PUT /api/giveaways/1";
const NOON = Date.parse("2026-11-22T12:00:00.000Z");
const HOUR_MS = 3_600_000;
/** How long after it is saved one begins that starts immediately, in hours. */
const SOON = 30 / 3_600;
const at = (hours: number) => new Date(NOON + hours * HOUR_MS).toISOString();

let held: Giveaway[];
const house: Answers = { [LIST]: () => giveawaysAnswer(held) };

beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
  held = [];
});

afterEach(() => {
  vi.useRealTimers();
  keepAdminToken(null);
  queryClient.clear();
});

const saved = (giveaway: Giveaway) =>
  jsonAnswer({ success: true, message: "Giveaway Created!", giveaway });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const field = (name: string) => dialog().getByLabelText(name);
const [TITLE, PRIZE] = ["Title (required)", "Prize (required)"] as const;
const write = async (name: string, text: string) => {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), text);
};
const save = (name = "Create Giveaway") => userEvent.click(dialog().getByRole("button", { name }));

async function openNew(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/giveaways", { ...house, ...answers });
  await press("Create Giveaway");
  await screen.findByRole("dialog");
  return panel;
}

async function openEdit(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/giveaways", { ...house, ...answers });
  await press("Edit: Friday drop");
  await screen.findByRole("dialog");
  return panel;
}

const SETTINGS = "GET /api/admin/settings";
const forms = (values: object) =>
  jsonAnswer({ success: true, secrets: [], sections: [{ name: "forms", values }] });
const usual = { giveaway_entry: "paid", giveaway_cost: 250, giveaway_hours: 48 };

it("begins with what the settings name", async () => {
  await openNew({ [SETTINGS]: () => forms(usual) });
  await waitFor(() => expect(field("Duration in hours")).toHaveValue(48));
  expect(dialog().getByRole("radio", { name: "Paid" })).toBeChecked();
  expect(field("Points a ticket")).toHaveValue(250);
});

it("does not wait for the settings, and keeps what was typed before they came", async () => {
  let arrive: ((answer: Response) => void) | undefined;
  const waiting = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  await openNew({ [SETTINGS]: () => waiting });
  expect(field("Duration in hours")).toHaveValue(24);
  await write(TITLE, "Drop");
  await write("Duration in hours", "6");
  arrive?.(forms(usual));
  await waitFor(() => expect(dialog().getByRole("radio", { name: "Paid" })).toBeChecked());
  expect(field(TITLE)).toHaveValue("Drop");
  expect(field("Duration in hours")).toHaveValue(6);
});

it("creates a free one that the server starts soon", async () => {
  const { sent } = await openNew({ [CREATE]: () => saved(aDrop({ title: "Drop" })) });
  await write(TITLE, " Drop ");
  await write(PRIZE, "A mug");
  await write("Duration in hours", "2.5");
  await save();
  expect(await screen.findByRole("dialog", { name: "Giveaway Created!" })).toBeVisible();
  expect(sent(CREATE)).toEqual([
    {
      title: "Drop",
      description: "",
      prize: "A mug",
      namesWinner: true,
      startSoon: true,
      durationMinutes: 150,
      entryType: "free",
      entryCost: 0,
    },
  ]);
  await userEvent.click(dialog().getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("creates one that lasts some minutes", async () => {
  const { sent } = await openNew({ [CREATE]: () => saved(aDrop()) });
  await write(TITLE, "Drop");
  await write(PRIZE, "A mug");
  await userEvent.click(
    within(dialog().getByRole("group", { name: "Duration: unit" })).getByLabelText("Minutes"),
  );
  await write("Duration in minutes", "1.5");
  await save();
  expect(await dialog().findByText("Whole minutes from 1 to 527,040")).toBeVisible();
  await write("Duration in minutes", "5");
  await userEvent.click(dialog().getByRole("radio", { name: "Later" }));
  await userEvent.click(
    within(dialog().getByRole("group", { name: "Start: unit" })).getByLabelText("Minutes"),
  );
  await write("Start in minutes", "10");
  await save();
  await screen.findByRole("dialog", { name: "Giveaway Created!" });
  expect(sent(CREATE)).toEqual([
    expect.objectContaining({ startTime: at(1 / 6), endTime: at(0.25) }),
  ]);
});

it("repeats an ended one: the form is filled, but for the dates", async () => {
  const source = { startTime: at(-3), endTime: at(-2.5), title: "Old drop", prize: "A mug" };
  held = [anEnded({ ...source, description: "For all", entryCost: 30 })];
  const { sent } = openAsAdmin("/admin/giveaways", {
    ...house,
    [CREATE]: () => saved(aDrop()),
  });
  await press("Repeat: Old drop");
  await screen.findByRole("dialog", { name: "Create Giveaway" });
  expect(field(TITLE)).toHaveValue("Old drop");
  expect(field("Duration in minutes")).toHaveValue(30);
  await save();
  await screen.findByRole("dialog", { name: "Giveaway Created!" });
  expect(sent(CREATE)).toEqual([
    {
      title: "Old drop",
      description: "For all",
      prize: "A mug",
      namesWinner: true,
      startSoon: true,
      durationMinutes: 30,
      entryType: "paid",
      entryCost: 30,
    },
  ]);
});

it("creates a paid one that starts in some hours", async () => {
  const { sent } = await openNew({ [CREATE]: () => saved(aDrop()) });
  await write(TITLE, "Drop");
  await write(PRIZE, "A mug");
  await write("Description (optional)", "For all");
  await userEvent.click(dialog().getByRole("radio", { name: "Paid" }));
  await write("Points a ticket", "25");
  await userEvent.click(dialog().getByRole("radio", { name: "Later" }));
  await write("Start in hours", "0.1");
  await save();
  await screen.findByRole("dialog", { name: "Giveaway Created!" });
  expect(sent(CREATE)).toEqual([
    expect.objectContaining({
      description: "For all",
      startTime: at(0.1),
      endTime: at(24.1),
      entryType: "paid",
      entryCost: 25,
    }),
  ]);
});

it("sends nothing before every field fits", async () => {
  const { sent } = await openNew();
  await userEvent.click(dialog().getByRole("radio", { name: "Paid" }));
  await userEvent.click(dialog().getByRole("radio", { name: "Later" }));
  await write("Points a ticket", "0");
  await write("Start in hours", "0.05");
  await write("Duration in hours", "0");
  await save();
  expect(await dialog().findByText("Please enter a title")).toBeVisible();
  expect(dialog().getByText("Please enter a prize")).toBeVisible();
  expect(dialog().getByText("A whole number of points from 1 to 1,000,000")).toBeVisible();
  expect(dialog().getAllByText("Hours from 0.1 to 8,784, in steps of 0.1")).toHaveLength(2);
  expect(field(TITLE)).toHaveFocus();
  expect(sent(CREATE)).toEqual([]);
});

it("shows what the server finds wrong beside its field", async () => {
  const { sent } = await openNew({
    [CREATE]: () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "Look",
          fields: { endTime: "At most a year ahead", startTime: "Not in the past" },
        },
        400,
      ),
  });
  await write(TITLE, "Drop");
  await write(PRIZE, "A mug");
  await save();
  expect(await dialog().findByText("At most a year ahead")).toBeVisible();
  expect(dialog().getByText("Not in the past")).toBeVisible();
  expect(sent(CREATE)).toHaveLength(1);
});

it.each([
  [
    "Server Error",
    ["Status 502", "<h1>Bad Gateway</h1>"],
    () => new Response("<h1>Bad Gateway</h1>", { status: 502 }),
  ],
  [
    "Server Error",
    ["Status 500", "Inner trouble"],
    () => refusal(500, "Inner trouble", "internal"),
  ],
  [
    "Save Failed",
    ["At most 200 giveaways may be open at once"],
    () => refusal(409, "At most 200 giveaways may be open at once", "too_many_giveaways"),
  ],
  [
    "Save Failed",
    ["Unknown error occurred while saving the giveaway."],
    () => jsonAnswer({ success: false }),
  ],
  [
    "Connection Error",
    [
      "Unable to connect to the server. Please check your internet connection and try again.",
      /Check before you try again/,
    ],
    () => Promise.reject(new TypeError("Failed to fetch")),
  ],
])("%s: says so, and keeps what was typed (%s)", async (title, texts, answer) => {
  await openNew({ [CREATE]: answer });
  await write(TITLE, "Drop");
  await write(PRIZE, "A mug");
  await save();
  expect(await screen.findByRole("dialog", { name: title })).toBeVisible();
  for (const text of texts) expect(dialog().getByText(text)).toBeVisible();
  await waitFor(() =>
    expect(dialog().getByRole("button", { name: "Back to the form" })).toHaveFocus(),
  );
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "Create Giveaway" })).toBeVisible();
  expect(field(TITLE)).toHaveValue("Drop");
  expect(dialog().getByRole("button", { name: "Create Giveaway" })).toBeEnabled();
});

it("marks what is required, and shows no JSON of an answer without a message", async () => {
  await openNew({ [CREATE]: () => jsonAnswer({ success: false, error: "odd" }, 400) });
  for (const name of [TITLE, PRIZE]) expect(field(name)).toBeRequired();
  await write(TITLE, "Drop");
  await write(PRIZE, "A mug");
  await save();
  expect(await screen.findByRole("dialog", { name: "Server Error" })).toBeVisible();
  expect(dialog().getByText("Status 400")).toBeVisible();
  expect(screen.getByRole("dialog")).not.toHaveTextContent(/[{}]/);
});

it("asks before it throws away what was typed", async () => {
  await openNew();
  await write(TITLE, "Drop");
  await userEvent.keyboard("{Escape}");
  expect(screen.getByRole("dialog", { name: "Discard what you typed?" })).toBeVisible();
  await press("Keep editing");
  expect(field(TITLE)).toHaveFocus();
  expect(field(TITLE)).toHaveValue("Drop");
  await userEvent.keyboard("{Escape}");
  await press("Discard");
  expect(screen.queryByRole("dialog")).toBeNull();
  // What nobody touched goes without a question.
  await press("Create Giveaway");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

const untouched = {
  ticketCount: 0,
  listedTickets: 0,
  entrantCount: 0,
  startTime: at(1),
  endTime: "2026-11-22T15:34:56.789Z",
} as const;

it("changes one without entries; times that nobody touched stay to the millisecond", async () => {
  held = [aDrop({ ...untouched, status: "upcoming" })];
  const { sent } = await openEdit({ [EDIT]: () => saved(aDrop()) });
  await write(PRIZE, "A bigger mug");
  await userEvent.click(dialog().getByRole("radio", { name: "Free" }));
  await save("Save Changes");
  expect(await screen.findByRole("dialog", { name: "Giveaway Updated!" })).toBeVisible();
  expect(sent(EDIT)).toEqual([
    {
      title: "Friday drop",
      description: "For everyone in the chat.",
      prize: "A bigger mug",
      namesWinner: true,
      startTime: untouched.startTime,
      endTime: untouched.endTime,
      entryType: "free",
      entryCost: 0,
    },
  ]);
});

it("starts one immediately that was to start later", async () => {
  held = [aDrop({ ...untouched, status: "upcoming" })];
  const { sent } = await openEdit({ [EDIT]: () => saved(aDrop()) });
  await userEvent.click(dialog().getByRole("radio", { name: "Immediately" }));
  await write("Duration in hours", "2");
  await save("Save Changes");
  await screen.findByRole("dialog", { name: "Giveaway Updated!" });
  expect(sent(EDIT)).toEqual([
    expect.objectContaining({ startTime: at(SOON), endTime: at(2 + SOON) }),
  ]);
});

it("keeps what members have entered for, and moves the end only later", async () => {
  held = [aDrop({ startTime: at(-1), endTime: at(1) })];
  const { sent } = await openEdit({ [EDIT]: () => saved(aDrop()) });
  expect(dialog().getByText(/prize, entry and start stay as they are/)).toBeVisible();
  expect(dialog().getByText("25 points a ticket")).toBeVisible();
  for (const name of ["Free", "Paid", "Immediately", "Later"])
    expect(dialog().queryByRole("radio", { name })).toBeNull();
  expect(dialog().queryByLabelText(PRIZE)).toBeNull();
  await write("Duration in hours", "1.9");
  await save("Save Changes");
  expect(await dialog().findByText("Members have entered: not shorter than 2 hours")).toBeVisible();
  expect(sent(EDIT)).toEqual([]);
  await write("Duration in hours", "3");
  await write(TITLE, "Saturday drop");
  await save("Save Changes");
  await screen.findByRole("dialog", { name: "Giveaway Updated!" });
  expect(sent(EDIT)).toEqual([
    {
      title: "Saturday drop",
      description: "For everyone in the chat.",
      prize: "$50 gift card",
      namesWinner: true,
      startTime: at(-1),
      endTime: at(2),
      entryType: "paid",
      entryCost: 25,
    },
  ]);
});

it("freezes under an open form when the first member enters", async () => {
  const none = { ticketCount: 0, listedTickets: 0, entrantCount: 0 };
  held = [aDrop({ ...none, startTime: at(-1), endTime: at(1) })];
  const { sent } = await openEdit({ [EDIT]: () => saved(aDrop()) });
  await write(PRIZE, "Less");
  const entered = {
    ...aDrop({ startTime: at(-1), endTime: at(1) }),
    ticketCount: 1,
    listedTickets: 1,
  };
  held = [entered];
  act(() => deliver("giveawaysUpdated", { giveaways: [entered] }));
  expect(await dialog().findByText(/prize, entry and start stay as they are/)).toBeVisible();
  await save("Save Changes");
  await screen.findByRole("dialog", { name: "Giveaway Updated!" });
  expect(sent(EDIT)).toEqual([expect.objectContaining({ prize: "$50 gift card" })]);
});

it.each([
  ["prize", "The prize cannot change once members have entered"],
  ["entryCost", "The entry cannot change once members have entered"],
  ["startTime", "The start cannot change once members have entered"],
])("says what is refused of %s, which the form does not draw any more", async (name, said) => {
  held = [aDrop({ startTime: at(-1), endTime: at(1) })];
  await openEdit({
    [EDIT]: () =>
      jsonAnswer(
        { success: false, error: "validation", message: "Check", fields: { [name]: said } },
        400,
      ),
  });
  await write(TITLE, "Saturday drop");
  await save("Save Changes");
  expect(await screen.findByRole("dialog", { name: "Save Failed" })).toBeVisible();
  expect(dialog().getByRole("alert")).toHaveTextContent(said);
  await userEvent.click(dialog().getByRole("button", { name: "Back to the form" }));
  expect(field(TITLE)).toHaveValue("Saturday drop");
});

it("says whether the winner is named on stream, which entries make final", async () => {
  const none = { ticketCount: 0, listedTickets: 0, entrantCount: 0 };
  held = [aDrop({ ...none, startTime: at(-1), endTime: at(1) })];
  const { sent } = await openEdit({ [EDIT]: () => saved(aDrop()) });
  const names = dialog().getByRole("checkbox", { name: "Name the winner on stream" });
  expect(names).toBeChecked();
  await userEvent.click(names);
  await save("Save Changes");
  await screen.findByRole("dialog", { name: "Giveaway Updated!" });
  expect(sent(EDIT)).toEqual([expect.objectContaining({ namesWinner: false })]);
});

it("does not offer to name the winner of those who entered without it", async () => {
  held = [aDrop({ namesWinner: false, startTime: at(-1), endTime: at(1) })];
  await openEdit({ [EDIT]: () => saved(aDrop()) });
  expect(dialog().queryByRole("checkbox")).toBeNull();
  expect(dialog().getByText("Masked")).toBeVisible();
});
