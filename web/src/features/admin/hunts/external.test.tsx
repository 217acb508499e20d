import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { aHunt, aSlot, aWhole } from "@/features/hunts/test-hunts";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { Hunt, WholeHunt } from "./model";

const SITE = "GET /api/site";
const LIST = "GET /api/bonus-hunts";
const HUNT = "GET /api/bonus-hunts/71";
const SAY = "PUT /api/admin/hunts/71/override";
const WHY = /come from an external service and can only be read here/;
const EXTERNAL = "This is not supported with external API";

/** What the service says, and what an admin has said over it. */
let held: WholeHunt;
let listed: readonly Hunt[];

const site = (externalHunts: boolean) => () =>
  jsonAnswer({
    success: true,
    name: "Pointhouse",
    links: [],
    features: { registration: true, mail: false, externalHunts, chat: false },
  });

const house: Answers = {
  [SITE]: site(true),
  [LIST]: () => jsonAnswer(listed),
  [HUNT]: () => jsonAnswer(held),
  "GET /api/bonus-hunts/admin-overrides": () => jsonAnswer({ success: true }),
};

beforeEach(() => {
  const outside = { id: "71", source: "external", streamerName: "" } as const;
  held = aWhole(
    [
      aSlot({ id: "b-1", slotName: "Dog House", amountWon: 50 }),
      aSlot({ id: "two words", slotName: "Mental", calledBy: "" }),
    ],
    outside,
  );
  listed = [aHunt(outside)];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const openPage = (address: string, answers: Answers = {}) =>
  openAsAdmin(address, { ...house, ...answers });
const openHunt = (answers: Answers = {}) => openPage("/admin/bonus-hunts/71/edit", answers);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));

it("shows the list of a service: its hunts are opened and marked, not made or deleted", async () => {
  const { sent } = openPage("/admin/bonus-hunts", {
    [SAY]: () => {
      listed = [{ ...held, status: "completed" }];
      return jsonAnswer({ success: true });
    },
  });
  expect(await screen.findByText("These hunts come from an external service")).toBeVisible();
  for (const name of ["Create Hunt", "Delete Friday hunt"]) {
    expect(await button(name)).toBeDisabled();
    expect(await button(name)).toHaveAccessibleDescription(WHY);
  }
  expect(screen.queryByRole("button", { name: "Import" })).toBeNull();
  expect(screen.getByRole("link", { name: "Open Friday hunt" })).toHaveAttribute(
    "href",
    "/admin/bonus-hunts/71/edit",
  );
  // The day that the service says, not the one when it was read first.
  expect(screen.getByRole("columnheader", { name: "Date" })).toBeVisible();
  await press("Set completed: Friday hunt");
  expect(await screen.findByText("Friday hunt is completed now.")).toBeVisible();
  expect(sent(SAY)).toEqual([{ status: "completed", seenStatus: "live" }]);
});

it("knows a service's hunts by themselves while the site has not told it", async () => {
  openPage("/admin/bonus-hunts", { [SITE]: () => refusal(404, "Not here") });
  expect(await button("Delete Friday hunt")).toBeDisabled();
  expect(await button("Create Hunt")).toBeDisabled();
});

it("leaves everything on where the hunts are ours", async () => {
  listed = [aHunt()];
  openPage("/admin/bonus-hunts", { [SITE]: site(false) });
  expect(await button("Delete Friday hunt")).toBeEnabled();
  expect(await button("Create Hunt")).toBeEnabled();
  expect(await button("Create Hunt")).not.toHaveAttribute("aria-description");
  expect(screen.queryByText(/outside service/)).toBeNull();
});

it("offers nothing to make where the service has no hunt", async () => {
  listed = [];
  openPage("/admin/bonus-hunts");
  expect(
    await screen.findByText("Hunts will appear here once the service has some."),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Create the first one" })).toBeNull();
});

it("turns off what a service's hunt does not take, and says why", async () => {
  openHunt();
  expect(await screen.findByText("This hunt comes from an external service")).toBeVisible();
  for (const name of [
    "Edit Hunt Details",
    "Add Slot",
    "Play Mental, number 2",
    "Edit Dog House, number 1",
    "Delete Dog House, number 1",
    "Edit Mental, number 2",
    "Delete Mental, number 2",
  ]) {
    expect(await button(name)).toBeDisabled();
    expect(await button(name)).toHaveAccessibleDescription(WHY);
  }
  const row = screen.getByRole("row", { name: /Mental/ });
  expect(within(row).getByText("Nobody")).toBeInTheDocument();
  expect(within(row).getByText("Red Dirt Games", { selector: "span" })).toBeInTheDocument();
});

it("flags a tip by keyboard, by whatever id the service has for the slot", async () => {
  const { sent } = openHunt({
    [SAY]: () => {
      held.slots[1] = aSlot({ id: "two words", slotName: "Mental", hasTip: true });
      return jsonAnswer({ success: true });
    },
  });
  (await button("Manage Slots")).focus();
  await userEvent.keyboard("{Enter}");
  // Play is off: the tip of the slot whose turn it is has the focus.
  expect(await button("Tip for Mental, number 2")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByText("Tip flagged for Mental.")).toBeVisible();
  expect(sent(SAY)).toEqual([{ slotTips: { "two words": true } }]);
  expect(await button("Tip for Mental, number 2")).toHaveAttribute("aria-pressed", "true");
});

it("marks a service's hunt complete", async () => {
  const { sent } = openHunt({
    [SAY]: () => {
      held = { ...held, status: "completed" };
      return jsonAnswer({ success: true });
    },
  });
  await press("Mark Complete");
  expect(await button("Mark Active")).toBeEnabled();
  expect(sent(SAY)).toEqual([{ status: "completed", seenStatus: "live" }]);
});

it("says that a slot is gone from the service", async () => {
  openHunt({
    [SAY]: () => refusal(404, "There is no such slot in this bonus hunt", "not_found"),
  });
  await press("Tip for Mental, number 2");
  expect(await screen.findByText("There is no such slot in this bonus hunt")).toBeVisible();
});

it("waits for the slots of the service", async () => {
  held = aWhole([], { id: "71", source: "external" });
  openHunt();
  expect(await screen.findByText("No Slots Added")).toBeVisible();
  expect(screen.getAllByRole("button", { name: "Add Slot" })).toHaveLength(1);
  expect(await button("Add Slot")).toBeDisabled();
});

it("notices from a refusal that the hunts are a service's by now", async () => {
  let isOutside = false;
  listed = [];
  openPage("/admin/bonus-hunts", {
    [SITE]: () => site(isOutside)(),
    "POST /api/admin/hunts": () => {
      isOutside = true;
      return refusal(409, EXTERNAL, "external");
    },
  });
  await press("Create Hunt");
  await userEvent.type(await screen.findByLabelText("Name (required)"), "Friday");
  await userEvent.type(screen.getByLabelText("Starting balance (required)"), "0{Enter}");
  expect(await screen.findByText(EXTERNAL)).toBeVisible();
  await waitFor(() =>
    expect(screen.getByText("These hunts come from an external service")).toBeInTheDocument(),
  );
});
