import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import type { ChatStanding, ChatSubscription } from "./queries";

const READ = "GET /api/admin/chat";
const CONNECT = "POST /api/admin/chat/connect";
const DISCONNECT = "DELETE /api/admin/chat";
const CHECK = "POST /api/admin/chat/check";

const messages: ChatSubscription = {
  event: "chat.message.sent",
  state: "active",
  checkedAt: "2026-11-22T11:59:00Z",
  error: null,
};
const stream: ChatSubscription = {
  event: "livestream.status.updated",
  state: "failed",
  checkedAt: "2026-11-22T11:59:00Z",
  error: "too many subscriptions",
};
const connected: ChatStanding = {
  success: true,
  configured: true,
  connected: {
    userId: "4711",
    username: "the_house",
    since: "2026-11-01T12:00:00Z",
    scopes: ["user:read", "channel:read", "chat:write", "events:subscribe"],
  },
  live: { isLive: true, since: "2026-11-22T11:00:00Z", confirmed: true },
  connectionError: null,
  redirectUrl: "https://house.example/kick/callback",
  webhookUrl: "https://house.example/api/kick/webhook",
  subscriptions: [messages, stream],
  events: {
    accepted: 1_234,
    refused: { signature: 1, age: 2, repeat: 3, channel: 4, shape: 5 },
    lastAt: "2026-11-22T11:58:00Z",
  },
  replies: { bot: 40, user: 7, failed: 2, lastError: "403 Forbidden" },
  commands: true,
  words: { verify: "!verify", unlink: "!unlink", points: "!points", active_rewards: "!ar" },
  cooldownSeconds: 10,
  verifyMinutes: 15,
  pointsForChatting: 0,
  chattingWindowMinutes: 10,
  chattingDailyMax: 100,
  signIn: true,
};

let state: ChatStanding;
const house: Answers = { [READ]: () => jsonAnswer(state) };
const place = window.location;
const assign = vi.fn<(address: string) => void>();

beforeEach(() => {
  state = connected;
  assign.mockReset();
  vi.stubGlobal("location", { href: place.href, origin: place.origin, assign });
});

afterEach(() => {
  vi.stubGlobal("location", place);
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}, address = "/admin/chat") =>
  openAsAdmin(address, { ...house, ...answers });
const button = (name: string) => screen.findByRole("button", { name });
const row = (name: RegExp) => screen.getByRole("row", { name });
const fact = async (term: string) => (await screen.findByText(term)).nextElementSibling;

describe("a site without an app at Kick", () => {
  it("says what to do, with what is to be copied", async () => {
    state = { ...connected, configured: false, connected: null };
    open();
    expect(await screen.findByRole("heading", { name: "Not set up yet" })).toBeVisible();
    expect(screen.getByText("https://house.example/kick/callback")).toBeVisible();
    expect(screen.getByText("https://house.example/api/kick/webhook")).toBeVisible();
    expect(screen.getByRole("link", { name: "Settings, Chat" })).toHaveAttribute(
      "href",
      "/admin/settings/kick",
    );
    expect(screen.queryByRole("button", { name: "Connect with Kick" })).toBeNull();

    const user = userEvent.setup();
    vi.stubGlobal("isSecureContext", true);
    const clipboard = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
    await user.click(await button("Copy Webhook URL"));
    expect(clipboard).toHaveBeenCalledWith("https://house.example/api/kick/webhook");
    expect(await screen.findByText("Copied Webhook URL")).toBeInTheDocument();
  });

  it("says what is missing where it was set up before", async () => {
    const connectionError = "The secret of the app is missing on this machine";
    state = { ...connected, configured: false, connected: null, connectionError };
    open();
    expect(await screen.findByText(/Kick is off/)).toBeVisible();
    expect(screen.getByText(new RegExp(connectionError))).toBeVisible();
    expect(screen.getByRole("link", { name: "Settings, Chat" })).toBeVisible();
    expect(screen.queryByText("Not set up yet")).toBeNull();
  });

  it("says that it has to know its own address first", async () => {
    state = { ...connected, configured: false, connected: null, redirectUrl: "", webhookUrl: "" };
    open();
    expect(await screen.findByText(/The site's address isn't set/)).toBeVisible();
  });
});

describe("connecting", () => {
  it("leads to Kick", async () => {
    state = { ...connected, connected: null, live: null };
    open({ [CONNECT]: () => jsonAnswer({ success: true, url: "https://id.kick.com/x" }) });
    await userEvent.click(await button("Connect with Kick"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/x"));
    expect(await button("Opening Kick…")).toBeDisabled();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("says that nothing is answered before", async () => {
    state = { ...connected, connected: null, live: null };
    open();
    expect(await screen.findByText("Once connected")).toBeVisible();
    expect(screen.queryByText("Answered")).toBeNull();
  });

  it("says why it cannot, and can be tried again", async () => {
    state = { ...connected, connected: null };
    open({ [CONNECT]: () => refusal(503, "Kick does not answer") });
    await userEvent.click(await button("Connect with Kick"));
    expect(await screen.findByText("Kick does not answer")).toBeVisible();
    expect(await button("Connect with Kick")).toBeEnabled();
    await waitFor(async () => expect(await button("Connect with Kick")).toHaveFocus());
    expect(assign).not.toHaveBeenCalled();
  });

  it("works again for whoever comes back from Kick without an answer", async () => {
    state = { ...connected, connected: null };
    open({ [CONNECT]: () => jsonAnswer({ success: true, url: "https://id.kick.com/x" }) });
    await userEvent.click(await button("Connect with Kick"));
    await button("Opening Kick…");
    window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    expect(await button("Connect with Kick")).toBeEnabled();
  });

  it.each([
    ["connected", "Kick is connected"],
    ["wrong-account", /That's a different Kick account/],
    ["failed", "Kick could not be connected. Please try again."],
  ])("tells what came of it: %s", async (kick, text) => {
    const panel = open({}, `/admin/chat?kick=${kick}`);
    expect(await screen.findByText(text)).toBeVisible();
    await waitFor(() => expect(panel.search()).toEqual({}));
    expect(panel.path()).toBe("/admin/chat");
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe("a connected site", () => {
  it("says when a stream is live for so long that it pays nobody", async () => {
    state = {
      ...connected,
      live: { isLive: true, since: "2026-11-20T11:00:00Z", confirmed: false },
    };
    open();
    expect(await screen.findByText(/chatting earns no points/)).toBeVisible();
  });

  it("shows channel, subscriptions, events, replies and commands", async () => {
    open();
    expect(await screen.findByRole("heading", { name: "the_house" })).toBeVisible();
    expect(screen.getByText("Live")).toBeVisible();
    expect(row(/^Messages of the chat/)).toHaveTextContent("Active");
    expect(row(/^The stream begins/)).toHaveTextContent(/Kick says: too many subscriptionsFailed/);
    expect(await fact("Accepted")).toHaveTextContent("1,234");
    expect(await fact("Refused: signature")).toHaveTextContent("1");
    expect(await fact("Refused: too old")).toHaveTextContent("2");
    expect(await fact("Duplicates")).toHaveTextContent("3");
    expect(await fact("Refused: another channel")).toHaveTextContent("4");
    expect(await fact("Refused: unreadable")).toHaveTextContent("5");
    expect(await fact("As the bot")).toHaveTextContent("40");
    expect(await fact("As you")).toHaveTextContent("7");
    expect(await fact("Not sent")).toHaveTextContent("2");
    expect(screen.getByText("Last error: 403 Forbidden")).toBeVisible();
    expect(await fact("Cooldown")).toHaveTextContent("10 seconds");
    expect(await fact("Points for chatting")).toHaveTextContent("Off");
  });

  it("says what Kick has not allowed, and asks for it again", async () => {
    state = {
      ...connected,
      connected: connected.connected && { ...connected.connected, scopes: ["user:read"] },
    };
    open({ [CONNECT]: () => jsonAnswer({ success: true, url: "https://id.kick.com/y" }) });
    expect(await screen.findByText(/It may not answer commands/)).toBeVisible();
    await userEvent.click(await button("Connect again"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/y"));
  });

  it("says that Kick lets it in no more, and goes there again", async () => {
    state = { ...connected, connectionError: "the refresh token has ended" };
    open({ [CONNECT]: () => jsonAnswer({ success: true, url: "https://id.kick.com/z" }) });
    expect(
      await screen.findByText(
        "Kick no longer accepts the site's access: the refresh token has ended",
      ),
    ).toBeVisible();
    await userEvent.click(await button("Connect again"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/z"));
  });

  it("says what writing in the chat is paid with", async () => {
    state = { ...connected, pointsForChatting: 5 };
    open();
    expect(await fact("Points for chatting")).toHaveTextContent("5");
    expect(await fact("At most once every")).toHaveTextContent("10 minutes");
    expect(await fact("Daily maximum")).toHaveTextContent("100");
  });

  it("is disconnected after a question", async () => {
    let isDown = true;
    const panel = open({
      [DISCONNECT]: () => {
        if (isDown) return refusal(500, "The server is out of order");
        state = { ...connected, connected: null, live: null };
        return jsonAnswer(state);
      },
    });
    await userEvent.click(await button("Disconnect"));
    const question = within(await screen.findByRole("dialog", { name: "Disconnect the_house?" }));
    expect(panel.sent(DISCONNECT)).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Disconnect" }));
    expect(await question.findByRole("alert")).toHaveTextContent("The server is out of order");
    isDown = false;
    await userEvent.click(question.getByRole("button", { name: "Disconnect" }));
    expect(await screen.findByRole("heading", { name: "Not connected" })).toBeVisible();
    expect(await screen.findByText("Kick is disconnected")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has its subscriptions checked at once", async () => {
    open({
      [CHECK]: () => {
        state = {
          ...connected,
          subscriptions: [messages, { ...stream, state: "active", error: null }],
        };
        return jsonAnswer(state);
      },
    });
    await screen.findByText(/too many subscriptions/);
    await userEvent.click(await button("Check now"));
    expect(await screen.findByText("Kick was checked just now")).toBeVisible();
    expect(screen.queryByText(/too many subscriptions/)).toBeNull();
    expect(screen.getAllByText("Active")).toHaveLength(2);
  });

  it("says why the check failed", async () => {
    open({ [CHECK]: () => refusal(502, "Kick does not answer") });
    await userEvent.click(await button("Check now"));
    expect(await screen.findByText("Kick does not answer")).toBeVisible();
  });
});

describe("a state that cannot be read", () => {
  it("is tried again when asked", async () => {
    let isDown = true;
    open({ [READ]: () => (isDown ? refusal(403, "Not now") : jsonAnswer(state)) });
    expect(await screen.findByText("Not now")).toBeVisible();
    isDown = false;
    await userEvent.click(await button("Retry"));
    expect(await screen.findByRole("heading", { name: "the_house" })).toBeVisible();
  });

  it("leaves what is known on the page", async () => {
    let isDown = false;
    open({ [READ]: () => (isDown ? refusal(403, "Not now") : jsonAnswer(state)) });
    await screen.findByRole("heading", { name: "the_house" });
    isDown = true;
    await userEvent.click(await button("Refresh"));
    expect(
      await screen.findByText("The status of the chat may be out of date. Not now"),
    ).toBeVisible();
    expect(screen.getByRole("heading", { name: "the_house" })).toBeVisible();
  });
});
