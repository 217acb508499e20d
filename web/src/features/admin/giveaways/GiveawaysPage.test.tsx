import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, aPerson, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { Giveaway } from "./model";
import { aDrop, anEnded, giveawaysAnswer, inHours } from "./test-giveaways";

const LIST = "GET /api/giveaways";
const END = "POST /api/giveaways/1/end";
const PROOF = "POST /api/giveaways/1/old-proof";
const DELETE = "DELETE /api/giveaways/1";

/** What the server holds. */
let held: Giveaway[];
const house: Answers = { [LIST]: () => giveawaysAnswer(held) };

beforeEach(() => {
  held = [aDrop(), anEnded()];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const openPage = (answers: Answers = {}) =>
  openAsAdmin("/admin/giveaways", { ...house, ...answers });
const card = async (title: string) => within(await screen.findByRole("article", { name: title }));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** Presses a button that opens a dialog; the first one has to be fetched. */
const ask = async (name: string) => {
  await press(name);
  await screen.findByRole("dialog");
};
const dialog = () => within(screen.getByRole("dialog"));
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

it("shows what runs and what has ended, each with what can be done about it", async () => {
  held = [...held, aDrop({ id: "2", title: "Soon", status: "upcoming", startTime: inHours(2.51) })];
  const { tokens } = openPage();
  const drop = await card("Friday drop");
  expect(drop.getByText("Active")).toBeVisible();
  expect(drop.getByText("1,750")).toBeVisible();
  expect(drop.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Edit: Friday drop",
    "End Early: Friday drop",
    "Delete: Friday drop",
  ]);
  const soon = await card("Soon");
  expect(soon.getByText("Starts in 2 hours 30 minutes")).toBeVisible();
  expect(soon.queryByRole("button", { name: /End Early/ })).toBeNull();
  const old = await card("Old drop");
  expect(old.getByText("Ended early")).toBeVisible();
  expect(old.getByText("emu")).toBeVisible();
  expect(old.getByText(/Ended early by an admin/)).toBeVisible();
  expect(old.queryByRole("button", { name: /Edit|End Early/ })).toBeNull();
  expect(tokens(LIST)[0]).toBe("Bearer admin-1");
});

it("offers nothing while the winner is being drawn", async () => {
  held = [aDrop({ endTime: inHours(-0.01) })];
  openPage();
  const drop = await card("Friday drop");
  expect(drop.getByText("Drawing the winner")).toBeVisible();
  expect(drop.getAllByRole("button")).toHaveLength(1);
});

it("says that there is nothing, and that it could not be read", async () => {
  held = [];
  let isBroken = true;
  openPage({ [LIST]: () => (isBroken ? refusal(403, "Not for you") : giveawaysAnswer(held)) });
  expect(await screen.findByText("The giveaways could not be loaded")).toBeVisible();
  expect(screen.getByText("Not for you")).toBeVisible();
  isBroken = false;
  await press("Retry");
  await ask("Create the first one");
  expect(screen.getByRole("dialog", { name: "Create Giveaway" })).toBeVisible();
});

it("shows twelve ended ones and more when asked", async () => {
  held = Array.from({ length: 14 }, (_, number) =>
    anEnded({ id: String(number), title: `Drop ${number}` }),
  );
  openPage();
  await card("Drop 11");
  expect(screen.getAllByRole("article")).toHaveLength(12);
  await press("Show more");
  expect(screen.getAllByRole("article")).toHaveLength(14);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it("follows pushes, and asks for names that they mask", async () => {
  const { sent } = openPage();
  await card("Friday drop");
  // Entries are taken over as they are pushed; the ended one, which the push does not hold, stays.
  act(() => deliver("giveawaysUpdated", { giveaways: [aDrop({ ...held[0], ticketCount: 71 })] }));
  expect(await screen.findByText("1,775")).toBeVisible();
  await card("Old drop");
  const asked = sent(LIST).length;
  held = [anEnded({ id: "1", title: "Friday drop", winner: { username: "kangaroo" } })];
  act(() =>
    deliver("giveawaysUpdated", {
      giveaways: [anEnded({ id: "1", title: "Friday drop", winner: { username: "ka****oo" } })],
    }),
  );
  expect(await screen.findByText("kangaroo")).toBeVisible();
  expect(screen.queryByText("ka****oo")).toBeNull();
  expect(sent(LIST).length).toBe(asked + 1);
});

it("takes away what was deleted elsewhere", async () => {
  openPage();
  await card("Friday drop");
  held = [anEnded()];
  act(() => deliver("giveawaysUpdated", { giveaways: [anEnded({ winner: { username: "e*u" } })] }));
  await waitFor(() => expect(screen.queryByRole("article", { name: "Friday drop" })).toBeNull());
  expect(screen.getByText("No giveaways are running.")).toBeVisible();
});

it("ends an active one after a question and says who has won", async () => {
  const { sent } = openPage({
    [END]: () => {
      held = [anEnded({ id: "1", title: "Friday drop" })];
      return jsonAnswer({
        success: true,
        message: "The winner is emu",
        winner: { username: "emu" },
        giveaway: held[0],
      });
    },
  });
  await ask("End Early: Friday drop");
  expect(dialog().getByText(/drawn at once from 70 tickets of 7 members/)).toBeVisible();
  expect(sent(END)).toEqual([]);
  await userEvent.click(dialog().getByRole("button", { name: "End Early" }));
  expect(await screen.findByText("Friday drop: The winner is emu.")).toBeVisible();
  expect(sent(END)).toHaveLength(1);
  expect((await card("Friday drop")).getByText("Ended early")).toBeVisible();
  // The button that was pressed is gone: its card has the focus.
  await waitFor(() => expect(document.activeElement).toHaveAttribute("id", "giveaway-1"));
});

it.each([
  ["nobody has entered", 0, /Nobody has entered “Friday drop” yet: it ends without a winner/],
  ["all who entered are gone", 70, /Every account with tickets was deleted: “Friday drop” ends/],
])("says before an early end that %s", async (_, listedTickets, text) => {
  held = [aDrop({ ticketCount: 0, entrantCount: 0, listedTickets })];
  openPage();
  await ask("End Early: Friday drop");
  expect(dialog().getByText(text)).toBeVisible();
});

it.each([
  [
    "End Early",
    END,
    "Failed to end giveaway: This giveaway has ended",
    () => refusal(409, "This giveaway has ended", "ended"),
  ],
  ["End Early", END, "Error ending giveaway. Please try again.", () => refusal(500, "Oh no")],
  ["End Early", END, "Error ending giveaway. Please try again.", lost],
  [
    "Delete",
    DELETE,
    "Failed to delete giveaway: There is no such giveaway",
    () => refusal(404, "There is no such giveaway", "not_found"),
  ],
  ["Delete", DELETE, "Error deleting giveaway. Please try again.", () => refusal(503, "Full")],
  ["Delete", DELETE, "Error deleting giveaway. Please try again.", lost],
])("%s: says why it could not be done (%s: %s)", async (name, call, text, answer) => {
  openPage({ [call]: answer });
  await ask(`${name}: Friday drop`);
  await userEvent.click(dialog().getByRole("button", { name }));
  expect(await dialog().findByText(text)).toBeVisible();
  expect(dialog().getByRole("button", { name })).toBeEnabled();
});

it.each([
  ["for points", {}, "Every ticket is refunded: 1,750 points go back to 7 members."],
  [
    "for one point",
    { ticketCount: 1, entrantCount: 1, entryCost: 1 },
    "Every ticket is refunded: 1 point goes back to 1 member.",
  ],
  ["free", { entryType: "free", entryCost: 0 }, "The tickets of 7 members are void"],
  [
    "without entries",
    { ticketCount: 0, listedTickets: 0, entrantCount: 0 },
    "Nobody has entered yet.",
  ],
  [
    "of deleted accounts",
    { ticketCount: 0, entrantCount: 0 },
    "Every account with tickets was deleted.",
  ],
] as const)("says before deleting what becomes of the tickets: %s", async (_, change, text) => {
  held = [aDrop(change)];
  openPage();
  await ask("Delete: Friday drop");
  expect(dialog().getByText(new RegExp(text))).toBeVisible();
});

it("deletes after a question and says what goes back", async () => {
  const { sent } = openPage({
    [DELETE]: () => {
      held = [aDrop({ status: "ended", cancelled: true, endedAt: inHours(0) }), anEnded()];
      const message = "Giveaway cancelled. 1750 points go back to 7 members.";
      return jsonAnswer({ success: true, message });
    },
  });
  await ask("Delete: Friday drop");
  await userEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(
    await screen.findByText("Giveaway cancelled. 1750 points go back to 7 members."),
  ).toBeVisible();
  expect(sent(DELETE)).toHaveLength(1);
  const cancelled = await card("Friday drop");
  expect(await cancelled.findAllByText("Cancelled")).not.toHaveLength(0);
  expect(cancelled.queryByRole("button", { name: "Delete: Friday drop" })).toBeNull();
  await waitFor(() => expect(document.getElementById("giveaway-1")).toHaveFocus());
});

const restored = () =>
  aDrop({ status: "ended", endedAt: inHours(-3), interrupted: true, listedTickets: 7 });

const proof = { serverSeed: "11", text: "giveaway:1:0\n", draws: [] };

it("takes the proof of a draw from before a restore", async () => {
  held = [restored()];
  const { sent } = openPage({
    [PROOF]: () => {
      held = [anEnded({ id: "1", title: "Friday drop" })];
      return jsonAnswer({ success: true, message: "The winner is emu", giveaway: held[0] });
    },
  });
  expect((await card("Friday drop")).getByText(/may have been drawn before/)).toBeVisible();
  await ask("Enter its proof: Friday drop");
  await userEvent.click(dialog().getByLabelText("Proof"));
  await userEvent.paste("{ half");
  await userEvent.click(dialog().getByRole("button", { name: "Check and Publish" }));
  expect(await dialog().findByText(/not a whole proof/)).toBeVisible();
  expect(sent(PROOF)).toHaveLength(0);
  await userEvent.clear(dialog().getByLabelText("Proof"));
  await userEvent.click(dialog().getByLabelText("Proof"));
  await userEvent.paste(JSON.stringify({ success: true, proof }));
  await userEvent.click(dialog().getByRole("button", { name: "Check and Publish" }));
  expect(await screen.findByText("Friday drop: The winner is emu.")).toBeVisible();
  expect(sent(PROOF)).toEqual([{ proof }]);
});

it("says what is wrong with a proof, and keeps it", async () => {
  held = [restored()];
  const message = "Its server seed is not the one that this giveaway committed to";
  openPage({
    [PROOF]: () => refusal(400, message),
  });
  await ask("Enter its proof: Friday drop");
  await userEvent.click(dialog().getByLabelText("Proof"));
  await userEvent.paste(JSON.stringify(proof));
  await userEvent.click(dialog().getByRole("button", { name: "Check and Publish" }));
  expect(await dialog().findByText(message)).toBeVisible();
  expect(dialog().getByLabelText("Proof")).toHaveValue(JSON.stringify(proof));
});

it("offers others than the owner only the refund after a restore", async () => {
  held = [restored()];
  openPage({
    "GET /api/admin/me": () => jsonAnswer(aPerson({ backups: "none" }, { role: "admin" })),
  });
  const drop = await card("Friday drop");
  expect(drop.getByRole("button", { name: /Cancel and refund/ })).toBeVisible();
  expect(drop.queryByRole("button", { name: /Enter its proof/ })).toBeNull();
});

it("deletes an ended one only when nobody had a ticket", async () => {
  const none = { ticketCount: 0, entrantCount: 0 };
  held = [
    anEnded(),
    anEnded({ id: "8", title: "Empty drop", ...none, listedTickets: 0 }),
    // The accounts that had the tickets were deleted; the draw stays public.
    anEnded({ id: "7", title: "Left drop", ...none }),
  ];
  openPage();
  await ask("Delete: Empty drop");
  expect(dialog().getByText(/Nobody had a ticket/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Delete: Old drop", hidden: true })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete: Left drop", hidden: true })).toBeNull();
});

it("shows how it was drawn and leads to the proof", async () => {
  openPage();
  await ask("Provably fair: Old drop");
  const sheet = dialog();
  for (const value of ["11", "22", "33", "ab", "cd"])
    expect(sheet.getByText(value.repeat(32))).toBeVisible();
  expect(sheet.getByText("45")).toBeVisible();
  expect(sheet.getByRole("link", { name: /Open the public proof/ })).toHaveAttribute(
    "href",
    "/giveaways?proof=9",
  );
});

it("shows a draw without a winner", async () => {
  held = [
    anEnded({
      ticketCount: 0,
      listedTickets: 0,
      entrantCount: 0,
      winner: null,
      provablyFair: {
        serverSeed: "11".repeat(32),
        clientSeed: "22".repeat(32),
        winnerHash: null,
        winnerIndex: null,
      },
    }),
  ];
  openPage();
  await ask("Provably fair: Old drop");
  expect(dialog().getByText("Nobody had entered.", { exact: false })).toBeVisible();
  expect(dialog().getAllByText("None")).toHaveLength(2);
});

it("removes a cancelled one that nobody entered", async () => {
  const none = { ticketCount: 0, listedTickets: 0, entrantCount: 0 };
  held = [aDrop({ ...none, status: "ended", cancelled: true, endedAt: inHours(0) })];
  const { sent } = openPage({
    [DELETE]: () => {
      held = [];
      return jsonAnswer({ success: true, message: "Giveaway deleted" });
    },
  });
  await ask("Delete: Friday drop");
  expect(
    dialog().getByText("“Friday drop” disappears from every list. Nobody had a ticket."),
  ).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Giveaway deleted")).toBeVisible();
  expect(sent(DELETE)).toHaveLength(1);
});
