import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../../session/store";
import { keepDraft } from "../../settings/drafts";
import { fill, press } from "../../settings/test-settings";
import { rereadKeys } from "../queries";
import { aKey, aSource, KEY, KEYS, keysAre, openEditor, plate } from "../test-overlay";

afterEach(() => {
  keepAdminToken(null);
  keepDraft("overlay", null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const ticker = aSource("ticker", "Ticker");
const path = `/api/admin/overlay/sources/${ticker.id}`;
const MAKE = `POST ${path}/key`;
const REVOKE = `DELETE ${path}/key`;
const TEST = `POST ${path}/test`;
const NEW_KEY = "Zyxwvutsrq_9876543210-";
const madeKey = () => jsonAnswer({ success: true, key: NEW_KEY, madeAt: "2026-11-25T12:00:00Z" });
const addressOf = (key: string) => `${window.location.origin}/stream/s/${key}`;
const card = async () => within(await screen.findByRole("region", { name: "Address" }));

it("says that a new source must be saved before it gets an address", async () => {
  openEditor([]);
  await userEvent.click(await screen.findByRole("button", { name: "Add a source" }));
  await press(/^Podium/);
  expect((await card()).getByText(/Save your changes first/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Make the address" })).toBeNull();
});

it("makes the address of a saved source, and hides it", async () => {
  const panel = openEditor([ticker], { [MAKE]: madeKey });
  await userEvent.click(await screen.findByRole("button", { name: "Make the address" }));
  expect(await screen.findByText("The address is ready.")).toBeVisible();
  expect(panel.sent(MAKE)).toHaveLength(1);
  expect(document.body.innerHTML).not.toContain(NEW_KEY);
  await press("Show the address");
  expect((await card()).getByText(addressOf(NEW_KEY))).toBeVisible();
  await press("Hide the address");
  expect(document.body.innerHTML).not.toContain(NEW_KEY);
});

it("copies the address without showing it, and the size of the canvas", async () => {
  vi.stubGlobal("isSecureContext", true);
  const user = userEvent.setup();
  openEditor([ticker], { [KEYS]: () => keysAre(aKey(ticker)) });
  await user.click(await screen.findByRole("button", { name: "Copy Address" }));
  expect(await navigator.clipboard.readText()).toBe(addressOf(KEY));
  expect(document.body.innerHTML).not.toContain(KEY);
  await user.selectOptions(screen.getByLabelText("Canvas size"), "1080x1920");
  await user.click(screen.getByRole("button", { name: "Copy Width" }));
  expect(await navigator.clipboard.readText()).toBe("1080");
  await user.click(screen.getByRole("button", { name: "Copy Height" }));
  expect(await navigator.clipboard.readText()).toBe("1920");
});

it("says why the address could not be made", async () => {
  openEditor([ticker], { [MAKE]: () => refusal(409, "Save the source first") });
  await userEvent.click(await screen.findByRole("button", { name: "Make the address" }));
  expect(await screen.findByText("Save the source first")).toBeVisible();
  expect(screen.getByRole("button", { name: "Make the address" })).toBeEnabled();
});

it("renews it after a question; what fails leaves the old one", async () => {
  let isWorking = false;
  openEditor([ticker], {
    [KEYS]: () => keysAre(aKey(ticker, { open: 2 })),
    [MAKE]: () => (isWorking ? madeKey() : refusal(503, "The disk is full", "unavailable")),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Renew address" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/The old address ends at once/)).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Renew address" }));
  expect(await dialog.findByText("The disk is full")).toBeVisible();
  isWorking = true;
  await userEvent.click(dialog.getByRole("button", { name: "Renew address" }));
  expect(await screen.findByText(/The address is renewed/)).toBeVisible();
  await press("Show the address");
  expect(screen.getByText(addressOf(NEW_KEY))).toBeVisible();
  expect(screen.getByText("Not open anywhere")).toBeVisible();
});

it("revokes it after a question", async () => {
  const panel = openEditor([ticker], {
    [KEYS]: () => keysAre(aKey(ticker)),
    [REVOKE]: () => jsonAnswer({ success: true }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Revoke" }));
  expect(panel.sent(REVOKE)).toHaveLength(0);
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Revoke" }));
  expect(await screen.findByText("The address is revoked.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Make the address" })).toBeVisible();
  expect(screen.queryByText(/ended in another window/)).toBeNull();
});

it("says that it ended in another window", async () => {
  let key: string | null = KEY;
  openEditor([ticker], { [KEYS]: () => keysAre(aKey(ticker, { key })) });
  await screen.findByRole("button", { name: "Renew address" });
  key = null;
  await act(() => rereadKeys());
  expect(await screen.findByText(/The address ended in another window/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Make the address" })).toBeVisible();
});

it("sends a test event only while it is open, and says where it was seen", async () => {
  let open = 0;
  const panel = openEditor([ticker], {
    [KEYS]: () => keysAre(aKey(ticker, { open })),
    [TEST]: () => jsonAnswer({ success: true, open }),
  });
  const button = await screen.findByRole("button", { name: "Send a test event" });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription(/Open the source in your broadcast software first/);
  open = 2;
  await act(() => rereadKeys());
  expect(await screen.findByText("Open in 2 places")).toBeVisible();
  await press("Send a test event");
  expect(await screen.findByText("Test sent. Open in 2 places.")).toBeVisible();
  expect(panel.sent(TEST)).toEqual([null]);
});

it("a test that finds the address revoked says so, and reads the addresses again", async () => {
  let key: string | null = KEY;
  openEditor([ticker], {
    [KEYS]: () => keysAre(aKey(ticker, { key, open: 1 })),
    [TEST]: () => {
      key = null;
      return refusal(404, "This source has no address");
    },
  });
  await userEvent.click(await screen.findByRole("button", { name: "Send a test event" }));
  expect(await screen.findByText("This source has no address")).toBeVisible();
  expect(screen.getByRole("button", { name: "Make the address" })).toBeVisible();
});

it("says that a test shows the saved settings, not the changes", async () => {
  openEditor([ticker], { [KEYS]: () => keysAre(aKey(ticker, { open: 1 })) });
  await plate("Ticker");
  await screen.findByText("Open in 1 place");
  await fill("Volume", "50");
  expect(screen.getByRole("button", { name: "Send a test event" })).toHaveAccessibleDescription(
    /saved settings, not your changes/,
  );
});

it("offers another try where the addresses could not be read", async () => {
  let isWorking = false;
  openEditor([ticker], {
    [KEYS]: () => (isWorking ? keysAre(aKey(ticker)) : refusal(400, "Not right now")),
  });
  expect(await screen.findByText(/Not right now/)).toBeVisible();
  isWorking = true;
  await press("Retry");
  expect(await screen.findByRole("button", { name: "Renew address" })).toBeVisible();
});
