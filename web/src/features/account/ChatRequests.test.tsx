import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { endSession } from "@/features/session/actions";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { deliver, openSocket } from "@/wire/socket";
import ChatRequests from "./ChatRequests";
import type { KickStanding } from "./chat";
import { openHouse, refused } from "./test-house";

/** Takes the place of the connection: it stands as soon as the page says so. */
const connection = vi.hoisted((): { stands: () => void } => ({ stands: () => undefined }));
vi.mock("@/wire/live-connection", () => ({
  connectLive: ({ onOnline }: { onOnline: () => void }) => {
    connection.stands = onOnline;
    return () => undefined;
  },
}));

const READ = "GET /api/kick/me";
const CONFIRM = "POST /api/kick/link/confirm";
const REFUSE = "POST /api/kick/link/refuse";
const expiresAt = () => new Date(Date.now() + 9.5 * 60_000).toISOString();
const request = () => ({
  id: "r-1",
  username: "rory_live",
  askedAt: new Date().toISOString(),
  expiresAt: expiresAt(),
});
const quiet: KickStanding = {
  success: true,
  enabled: true,
  signIn: true,
  commands: true,
  command: "!verify K7M2Q9XR",
  words: { verify: "!verify", unlink: "!unlink", points: "!points", active_rewards: "!ar" },
  linked: null,
  pending: [],
};

let state: KickStanding;

beforeEach(() => {
  state = quiet;
});

afterEach(() => {
  endSession();
});

async function open(calls: NonNullable<Parameters<typeof openHouse>[0]>["calls"] = {}) {
  const house = openHouse({ calls: { [READ]: () => jsonAnswer(state), ...calls } });
  renderPage(
    <main id="main" tabIndex={-1}>
      <button type="button">Roll dice</button>
      <ChatRequests />
    </main>,
  );
  await openSocket("t-1", () => undefined);
  return { ...house, user: userEvent.setup() };
}

/** The connection stands, and the first reading has come. */
async function goOnline(count: (call: string) => number): Promise<void> {
  act(() => connection.stands());
  await waitFor(() => expect(count(READ)).toBeGreaterThan(0));
}

function push(): void {
  const asked = request();
  state = { ...quiet, pending: [asked] };
  act(() => deliver("kickVerifyAsked", asked));
}

const dialog = () => screen.findByRole("dialog", { name: "Is this you in the chat?" });

it("asks what is pushed, over whatever page it is", async () => {
  const { count, user, bodies } = await open({
    [CONFIRM]: () => {
      state = {
        ...quiet,
        linked: {
          username: "rory_live",
          by: "chat",
          signsIn: false,
          linkedAt: "2026-11-01T12:00:00Z",
        },
      };
      return jsonAnswer(state);
    },
    "GET /api/auth/me": () =>
      jsonAnswer({ success: true, user: { ...sampleMember, kickUsername: "rory_live" } }),
  });
  await goOnline(count);
  expect(screen.queryByRole("dialog")).toBeNull();
  push();
  const question = await dialog();
  expect(question).toHaveAccessibleDescription(
    "rory_live asked in the chat to be linked to your account. Link it?",
  );
  await user.click(within(question).getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expect(bodies(CONFIRM)).resolves.toEqual([{ id: "r-1" }]);
  await waitFor(() => expect(session().member?.kickUsername).toBe("rory_live"));
});

it("presses nothing with a key that was meant for the page", async () => {
  const { count, user, count: made } = await open();
  await goOnline(count);
  screen.getByRole("button", { name: "Roll dice" }).focus();
  push();
  const question = await dialog();
  await waitFor(() => expect(question).toHaveFocus());
  await user.keyboard("{Enter} ");
  expect(made(CONFIRM)).toBe(0);
  expect(made(REFUSE)).toBe(0);
  expect(await dialog()).toBeVisible();
});

it("refuses what was not the member", async () => {
  const { count, user, bodies } = await open({
    [REFUSE]: () => {
      state = quiet;
      return jsonAnswer(state);
    },
  });
  await goOnline(count);
  push();
  await user.click(within(await dialog()).getByRole("button", { name: "Not me" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expect(bodies(REFUSE)).resolves.toEqual([{ id: "r-1" }]);
});

it("says why it could not, and leaves another try", async () => {
  let isDown = true;
  const { count, user, bodies } = await open({
    [CONFIRM]: () => {
      if (isDown)
        return refused("kick_taken", "This Kick account is linked to another member", 409);
      state = quiet;
      return jsonAnswer(state);
    },
  });
  await goOnline(count);
  push();
  await user.click(within(await dialog()).getByRole("button", { name: "Confirm" }));
  expect(await within(await dialog()).findByRole("alert")).toHaveTextContent(
    "This Kick account is linked to another member",
  );
  isDown = false;
  await user.click(within(await dialog()).getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await expect(bodies(CONFIRM)).resolves.toHaveLength(2);
});

it("says why also when the request is over by then, and takes no more answers to it", async () => {
  const { count, user } = await open({
    [CONFIRM]: () => {
      state = quiet;
      return refused("not_found", "This request has run out", 404);
    },
  });
  await goOnline(count);
  push();
  const before = count(READ);
  await user.click(within(await dialog()).getByRole("button", { name: "Confirm" }));
  const why = await within(await dialog()).findByRole("alert");
  await waitFor(() => expect(count(READ)).toBeGreaterThan(before));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull());
  expect(why).toHaveTextContent("This request has run out");
  const [close] = within(await dialog()).getAllByRole("button", { name: "Close" });
  await user.click(close ?? document.body);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("takes no answer to a request whose time is over", async () => {
  state = {
    ...quiet,
    pending: [{ ...request(), expiresAt: new Date(Date.now() - 1_000).toISOString() }],
  };
  await open();
  act(() => connection.stands());
  expect(await dialog()).toHaveTextContent("Expired.");
  expect(screen.queryByRole("button", { name: "Confirm" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Not me" })).toBeNull();
});

it("asks once the connection stands what was asked before", async () => {
  state = { ...quiet, pending: [request()] };
  await open();
  expect(screen.queryByRole("dialog")).toBeNull();
  act(() => connection.stands());
  expect(await dialog()).toBeVisible();
});

it("leaves what was put off to the account page", async () => {
  const { count, user } = await open();
  await goOnline(count);
  push();
  await dialog();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const before = count(READ);
  act(() => deliver("kickLinkChanged", {}));
  await waitFor(() => expect(count(READ)).toBeGreaterThan(before));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("goes away when it was answered elsewhere, and the member is read again", async () => {
  const { count } = await open();
  await goOnline(count);
  push();
  await dialog();
  state = quiet;
  const before = count("GET /api/auth/me");
  act(() => deliver("kickLinkChanged", {}));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(count("GET /api/auth/me")).toBe(before + 1);
});
