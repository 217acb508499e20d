import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { connectAdmin, deliver, openSocket } from "@/wire/socket";
import WinNotice from "./WinNotice";
import type { Win } from "./wins";

/** Takes the place of the connection. */
const connection = vi.hoisted(() => ({ stands: () => undefined, falls: () => undefined }));
vi.mock("@/wire/live-connection", () => ({
  connectLive: ({ onOnline, onOffline }: { onOnline: () => void; onOffline: () => void }) => {
    Object.assign(connection, { stands: onOnline, falls: onOffline });
    return () => undefined;
  },
}));

const win: Win = {
  id: "4",
  title: "Friday drop",
  prize: "$50 gift card",
  endedAt: "2026-11-22T12:00:00.000Z",
  namesWinner: false,
};

let visits = 0;
/** Answers wait for it. */
let answered: Promise<void>;
let wins: readonly Win[];
let dismissed: () => Response;
const calls = vi.fn<(call: string) => void>();

beforeEach(() => {
  wins = [];
  answered = Promise.resolve();
  dismissed = () => jsonAnswer({ success: true, message: "Dismissed" });
  calls.mockReset();
  stubFetch(async ({ method, url }: Request) => {
    const { pathname } = new URL(url);
    calls(`${method} ${pathname}`);
    const held = wins;
    await answered;
    if (pathname === "/api/me/wins") return jsonAnswer({ success: true, wins: held });
    if (pathname.endsWith("/dismiss")) return dismissed();
    throw new Error(`Unexpected call: ${pathname}`);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const open = async () => {
  visits += 1;
  await openSocket(`t-${visits}`, () => undefined);
  renderPage(<WinNotice memberId="7" />);
  expect(calls).not.toHaveBeenCalled();
  act(connection.stands);
  await waitFor(() => expect(calls).toHaveBeenCalledWith("GET /api/me/wins"));
};

/** Presses the notice in the bar. */
const openWin = async () => {
  await userEvent.click(await screen.findByRole("button", { name: /^You won/ }));
  return within(await screen.findByRole("dialog"));
};

it("has a word to see on a phone, and the whole sentence as its name", async () => {
  wins = [win];
  await open();
  const notice = await screen.findByRole("button", { name: /^You won .*Giveaway: / });
  const short = within(notice).getByText("Won");
  expect(short).toHaveAttribute("aria-hidden", "true");
  expect(short).toHaveClass("sm:hidden");
});

it.each([
  [false, 1],
  [true, 0],
])("says how to be named on the stream; named already: %s", async (namedOnAir, count) => {
  wins = [win];
  beginSession({ token: "t", user: { ...sampleMember, namedOnAir } });
  await open();
  await openWin();
  const links = screen.queryAllByRole("link", { name: "Show my name" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    Array.from({ length: count }, () => "/account#on-air"),
  );
  endSession();
});

it.each([
  [false, 0],
  [true, 1],
])("is masked after a giveaway that names its winner only by choice: %s", async (never, count) => {
  wins = [{ ...win, namesWinner: true }];
  beginSession({ token: "t", user: { ...sampleMember, neverNamedOnAir: never } });
  await open();
  await openWin();
  expect(screen.queryAllByText(/Your name is masked on the stream/)).toHaveLength(count);
  endSession();
});

/** A page of the site, and one without the notice such as those of the panel. */
function Visit() {
  const [isHere, setHere] = useState(true);
  return (
    <>
      {isHere && <WinNotice memberId="7" />}
      <button type="button" onClick={() => setHere(!isHere)}>
        Leave or come
      </button>
    </>
  );
}

it("tells of a win the moment it is pushed, with the way to the draw", async () => {
  await open();
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  act(() => deliver("giveawayWon", win));
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent("Giveaway: Friday drop");
  expect(screen.queryByRole("dialog")).toBeNull();
  await openWin();
  const link = screen.getByRole("link", { name: "See the draw: Friday drop" });
  expect(link).toHaveAttribute("href", expect.stringContaining("/giveaways?proof="));
});

it("keeps a win that is pushed while an older answer is on its way", async () => {
  let answer: () => void = vi.fn<() => void>();
  answered = new Promise((resolve) => {
    answer = resolve;
  });
  await open();
  act(() => deliver("giveawayWon", win));
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  wins = [win];
  answer();
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(2));
  expect(screen.getByText("You won $50 gift card!")).toBeVisible();
});

it("reads again after an outage, not before it is over", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  await open();
  act(connection.falls);
  wins = [win];
  act(connection.stands);
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  expect(calls).toHaveBeenCalledTimes(2);
});

it("reads again when it was opened during an outage", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  visits += 1;
  await openSocket(`t-${visits}`, () => undefined);
  connection.falls();
  renderPage(<WinNotice memberId="7" />);
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  wins = [win];
  act(connection.stands);
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  expect(calls).toHaveBeenCalledTimes(2);
});

it("reads again after the connection was opened anew", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  await open();
  wins = [win];
  const before = connection.stands;
  act(() => connectAdmin({ token: "a-1", onRefused: () => undefined }));
  await waitFor(() => expect(connection.stands).not.toBe(before));
  act(connection.stands);
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  connectAdmin(null);
});

it("reads again when it is shown again: nobody followed the pushes meanwhile", async () => {
  visits += 1;
  await openSocket(`t-${visits}`, () => undefined);
  renderPage(<Visit />);
  act(connection.stands);
  const leave = screen.getByRole("button", { name: "Leave or come" });
  await waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await userEvent.click(leave);
  wins = [win];
  await userEvent.click(leave);
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
});

it("tells at the next visit what was not dismissed, one after the other", async () => {
  wins = [win, { ...win, id: "3", title: "Old drop", prize: "A mug" }];
  await open();
  expect(await screen.findByText("You won $50 gift card!")).toBeVisible();
  expect(screen.queryByText("You won A mug!")).toBeNull();
  const dialog = await openWin();
  expect(dialog.getByText("1 more win to see.")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Dismiss: Friday drop" }));
  expect(await screen.findByRole("dialog", { name: "You won A mug!" })).toBeVisible();
  expect(calls).toHaveBeenCalledWith("POST /api/me/wins/4/dismiss");
  await userEvent.click(screen.getByRole("button", { name: "Dismiss: Old drop" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("waits in the bar when its dialog is closed", async () => {
  wins = [win];
  await open();
  const dialog = await openWin();
  await userEvent.click(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.getByText("You won $50 gift card!")).toBeVisible();
  expect(calls).not.toHaveBeenCalledWith("POST /api/me/wins/4/dismiss");
});

it("stays when it could not be dismissed, and says why", async () => {
  wins = [win];
  dismissed = () =>
    jsonAnswer({ success: false, error: "read_only", message: "The site is read-only." }, 503);
  await open();
  const dialog = await openWin();
  await userEvent.click(dialog.getByRole("button", { name: "Dismiss: Friday drop" }));
  expect(await dialog.findByText("The site is read-only.")).toBeVisible();
  expect(dialog.getByText("You won $50 gift card!")).toBeVisible();
});
