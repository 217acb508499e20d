import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { endSession } from "@/features/session/actions";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { ChatPart } from "./ChatPart";
import type { KickStanding } from "./chat";
import { openHouse, refused } from "./test-house";

// Its code is there already; no test waits for it.
beforeAll(async () => {
  await Promise.all([import("./ChatCard"), import("./UnlinkDialog")]);
});

const READ = "GET /api/kick/me";
const START = "POST /api/kick/link/start";
const CONFIRM = "POST /api/kick/link/confirm";
const REFUSE = "POST /api/kick/link/refuse";
const UNLINK = "DELETE /api/kick/link";

const soon = () => new Date(Date.now() + 9.5 * 60_000).toISOString();
const unlinked: KickStanding = {
  success: true,
  enabled: true,
  signIn: true,
  commands: true,
  command: "!verify K7M2Q9XR",
  words: { verify: "!verify", unlink: "!unlink", points: "!points", active_rewards: "!ar" },
  linked: null,
  pending: [],
};
const linked: KickStanding = {
  ...unlinked,
  linked: { username: "rory_live", by: "oauth", signsIn: true, linkedAt: "2026-11-01T12:00:00Z" },
};
const asked = (): KickStanding => ({
  ...unlinked,
  pending: [
    { id: "r-1", username: "rory_live", askedAt: new Date().toISOString(), expiresAt: soon() },
  ],
});

const place = window.location;
const assign = vi.fn<(address: string) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal("location", { href: place.href, origin: place.origin, assign });
});

afterEach(() => {
  vi.stubGlobal("location", place);
  endSession();
});

let state: KickStanding;

function open({
  before,
  calls = {},
  kick,
  chat = true,
  kickUsername = null,
}: {
  before: KickStanding;
  calls?: NonNullable<Parameters<typeof openHouse>[0]>["calls"];
  kick?: string;
  chat?: boolean;
  kickUsername?: string | null;
}) {
  state = before;
  const house = openHouse({
    member: { kickUsername },
    features: { chat },
    calls: { [READ]: () => jsonAnswer(state), ...calls },
  });
  renderPage(<ChatPart member={{ ...sampleMember, kickUsername }} kick={kick} />);
  return { ...house, user: userEvent.setup() };
}

/** The word leaves the address when the button is pressed. */
function Returned() {
  const [kick, setKick] = useState<string | undefined>("taken");
  return (
    <>
      <button type="button" onClick={() => setKick(undefined)}>
        Clean the address
      </button>
      <ChatPart member={sampleMember} kick={kick} />
    </>
  );
}

const card = () => screen.findByRole("region", { name: "Kick Account" });
const button = (name: string) => screen.findByRole("button", { name });

describe("a member who is not linked", () => {
  it("goes to Kick for it", async () => {
    const { user, count } = open({
      before: unlinked,
      calls: { [START]: () => jsonAnswer({ success: true, url: "https://id.kick.com/a" }) },
    });
    await user.click(await button("Link with Kick"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/a"));
    expect(await button("Opening Kick…")).toBeDisabled();
    expect(count(START)).toBe(1);
  });

  it("is told why that is not possible", async () => {
    const { user } = open({
      before: unlinked,
      calls: {
        [START]: () => {
          // A browser takes the focus from a button that is off.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
          return refused("too_many", "Too many attempts.", 429);
        },
      },
    });
    await user.click(await button("Link with Kick"));
    expect(await screen.findByText("Too many attempts.")).toBeVisible();
    expect(await button("Link with Kick")).toBeEnabled();
    expect(await button("Link with Kick")).toHaveFocus();
    expect(assign).not.toHaveBeenCalled();
  });

  it("copies what to write in the chat", async () => {
    const { user } = open({ before: unlinked });
    vi.stubGlobal("isSecureContext", true);
    const clipboard = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue(undefined);
    expect(await screen.findByText("!verify K7M2Q9XR")).toBeVisible();
    await user.click(await button("Copy chat command"));
    expect(clipboard).toHaveBeenCalledWith("!verify K7M2Q9XR");
    expect(await screen.findByText("Chat command copied to clipboard!")).toBeVisible();
  });

  it("hears of signing in only where that is possible", async () => {
    open({ before: { ...unlinked, signIn: false } });
    await button("Link with Kick");
    expect(screen.queryByText(/sign in here with Kick/)).toBeNull();
  });
});

describe("a chat that does not answer", () => {
  it("is no way to link", async () => {
    open({ before: { ...unlinked, commands: false } });
    expect(await button("Link with Kick")).toBeVisible();
    expect(screen.queryByText(/!verify/)).toBeNull();
  });
});

describe("a request of the chat", () => {
  it("is confirmed", async () => {
    const { user, bodies, count } = open({
      before: asked(),
      calls: {
        [CONFIRM]: () => {
          state = linked;
          return jsonAnswer(state);
        },
      },
    });
    expect(await screen.findByText(/Requested just now. Expires in \d+ minutes./)).toBeVisible();
    expect(await card()).toHaveTextContent(
      /rory_live asked in the chat to be linked to your account/,
    );
    await user.click(await button("Confirm rory_live"));
    expect(await screen.findByText("rory_live is linked.")).toBeVisible();
    expect(await screen.findByText(/Linked with Kick on/)).toBeVisible();
    await expect(bodies(CONFIRM)).resolves.toEqual([{ id: "r-1" }]);
    expect(count("GET /api/auth/me")).toBeGreaterThan(0);
    expect(screen.queryByRole("button", { name: "Confirm rory_live" })).toBeNull();
    expect(screen.getByRole("heading", { name: "Kick Account" })).toHaveFocus();
  });

  it("is refused", async () => {
    const { user, bodies } = open({
      before: asked(),
      calls: {
        [REFUSE]: () => {
          state = unlinked;
          return jsonAnswer(state);
        },
      },
    });
    await user.click(await button("Refuse rory_live"));
    expect(await screen.findByText("rory_live was refused.")).toBeVisible();
    await expect(bodies(REFUSE)).resolves.toEqual([{ id: "r-1" }]);
    expect(await button("Link with Kick")).toBeVisible();
  });

  it("that is linked elsewhere meanwhile says so, and what stands is read again", async () => {
    const { user } = open({
      before: asked(),
      calls: {
        [CONFIRM]: () => {
          state = unlinked;
          return refused("kick_taken", "This Kick account is linked to another member", 409);
        },
      },
    });
    await user.click(await button("Confirm rory_live"));
    expect(await screen.findByText("This Kick account is linked to another member")).toBeVisible();
    await waitFor(() =>
      expect(screen.queryByRole("button", { name: "Confirm rory_live" })).toBeNull(),
    );
    await waitFor(() =>
      expect(screen.getByRole("heading", { name: "Kick Account" })).toHaveFocus(),
    );
  });

  it("that could not be answered says so at once, whatever the next reading takes", async () => {
    let isHeld = false;
    const { user } = open({
      before: asked(),
      calls: {
        [READ]: (request) => (isHeld ? neverAnswer(request) : jsonAnswer(state)),
        [REFUSE]: () => {
          isHeld = true;
          return refused("internal", "The server is out of order", 500);
        },
      },
    });
    await user.click(await button("Refuse rory_live"));
    expect(await screen.findByText("The server is out of order")).toBeVisible();
    expect(await button("Refuse rory_live")).toBeEnabled();
  });
});

describe("a linked member", () => {
  it("sees who, how and since when, and the commands", async () => {
    open({ before: linked, kickUsername: "rory_live" });
    expect(await screen.findByText("Linked with Kick on Nov 1, 2026")).toBeVisible();
    expect(await card()).toHaveTextContent("!points");
    expect(await card()).toHaveTextContent("You can sign in here with Kick.");
  });

  it("by the chat goes to Kick to sign in with it too", async () => {
    const { user } = open({
      before: {
        ...linked,
        linked: {
          username: "rory_live",
          by: "chat",
          signsIn: false,
          linkedAt: "2026-11-01T12:00:00Z",
        },
      },
      calls: { [START]: () => jsonAnswer({ success: true, url: "https://id.kick.com/b" }) },
    });
    expect(await screen.findByText("Linked through the chat on Nov 1, 2026")).toBeVisible();
    expect(await card()).toHaveTextContent("imported for it and sign in here with it.");
    expect(await card()).toHaveTextContent("!unlinkends this link");
    await user.click(await button("Link with Kick"));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/b"));
  });

  it("by the chat goes to Kick also where nobody signs in with it", async () => {
    const byChat = { username: "rory_live", by: "chat", signsIn: false } as const;
    open({
      before: { ...linked, signIn: false, linked: { ...byChat, linkedAt: "2026-11-01T12:00:00Z" } },
    });
    expect(await button("Link with Kick")).toBeVisible();
    expect(await card()).toHaveTextContent("to get points that are imported for it.");
    expect(await card()).not.toHaveTextContent("sign in");
  });

  it("links again to sign in after all sessions ended", async () => {
    const before = { username: "rory_live", by: "oauth", signsIn: false } as const;
    open({ before: { ...linked, linked: { ...before, linkedAt: "2026-11-01T12:00:00Z" } } });
    expect(await screen.findByText("Linked with Kick on Nov 1, 2026")).toBeVisible();
    expect(await card()).toHaveTextContent("Link it again to turn it back on.");
    expect(await card()).not.toHaveTextContent("You can sign in here");
    expect(await button("Link with Kick")).toBeVisible();
  });

  it.each([
    {
      what: "by Kick, while all works",
      change: {},
      text: "Chat commands stop working for you, and you can no longer sign in with Kick. You can link it again at any time.",
    },
    {
      what: "by the chat",
      change: {
        linked: {
          username: "rory_live",
          by: "chat" as const,
          signsIn: false,
          linkedAt: "2026-11-01T12:00:00Z",
        },
      },
      text: "Chat commands stop working for you. You can link it again at any time.",
    },
    {
      what: "by Kick, after the chat was switched off",
      change: { enabled: false, signIn: false, commands: false },
      text: "Your name in the chat is removed from your account. It cannot be linked again right now.",
    },
  ])("$what is told what is lost, and no more", async ({ change, text }) => {
    const { user } = open({ before: { ...linked, ...change }, kickUsername: "rory_live" });
    await user.click(await button("Unlink"));
    const question = await screen.findByRole("dialog", { name: "Unlink rory_live?" });
    expect(question).toHaveAccessibleDescription(text);
  });

  it("unlinks after a question", async () => {
    let isDown = true;
    const { user, count } = open({
      before: linked,
      calls: {
        [UNLINK]: () => {
          if (isDown) return refused("internal", "The server is out of order", 500);
          state = unlinked;
          return jsonAnswer(state);
        },
      },
    });
    await user.click(await button("Unlink"));
    const question = within(await screen.findByRole("dialog", { name: "Unlink rory_live?" }));
    expect(count(UNLINK)).toBe(0);
    await user.click(question.getByRole("button", { name: "Unlink" }));
    expect(await question.findByRole("alert")).toHaveTextContent("The server is out of order");
    isDown = false;
    await user.click(question.getByRole("button", { name: "Unlink" }));
    expect(await screen.findByText("rory_live is no longer linked.")).toBeVisible();
    expect(await button("Link with Kick")).toBeVisible();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("what came of a visit to Kick", () => {
  it.each([
    ["linked", "Your Kick account is linked."],
    ["refused", "You declined on Kick, so nothing has changed."],
    ["taken", "This Kick account is linked to another member already."],
    ["proved", "Kick has confirmed that it's you. Go on within 10 minutes."],
    [
      "other-account",
      "You logged in to Kick with another account than the one linked here. Log out of Kick and try again.",
    ],
    ["failed", "The visit to Kick did not work. Please try again."],
  ])("%s is told, and the card has the focus", async (kick, text) => {
    open({ before: unlinked, kick });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole("heading", { name: "Kick Account" })).toHaveFocus();
  });

  it("stays in sight when the address has lost it before the site is known", async () => {
    let release: (() => void) | undefined;
    const house = openHouse({
      calls: {
        [READ]: () => jsonAnswer(unlinked),
        "GET /api/site": (request) =>
          new Promise((resolve) => {
            release = () => resolve(house.usual("GET /api/site", request));
          }),
      },
    });
    renderPage(<Returned />);
    const text = "This Kick account is linked to another member already.";
    expect(await screen.findByText(text)).toBeVisible();
    const title = screen.getByRole("heading", { name: "Kick Account" });
    expect(title).toHaveFocus();
    fireEvent.click(screen.getByText("Clean the address"));
    expect(await button("Link with Kick")).toBeVisible();
    release?.();
    await waitFor(() => expect(queryClient.getQueryData(["site"])).toBeDefined());
    expect(screen.getByText(text)).toBeVisible();
    expect(title).toHaveFocus();
  });

  it("is told also where nothing can be linked any more", async () => {
    open({ before: { ...unlinked, enabled: false }, kick: "failed" });
    expect(
      await screen.findByText("The visit to Kick did not work. Please try again."),
    ).toBeVisible();
    await waitFor(() => expect(screen.queryByText("Loading the form")).toBeNull());
    expect(screen.queryByRole("button", { name: "Link with Kick" })).toBeNull();
    expect(await card()).toHaveTextContent("did not work");
  });
});

describe("a site without the chat", () => {
  it("has no card", async () => {
    const { count } = open({ before: unlinked, chat: false });
    await waitFor(() => expect(queryClient.getQueryData(["site"])).toBeDefined());
    expect(screen.queryByRole("region")).toBeNull();
    expect(count(READ)).toBe(0);
  });

  it("has none either when it is the server's link that is off", async () => {
    open({ before: { ...unlinked, enabled: false } });
    await card();
    await waitFor(() => expect(screen.queryByRole("region")).toBeNull());
  });

  it("still shows a name that is linked, and the way out", async () => {
    open({
      before: { ...linked, enabled: false, signIn: false, commands: false },
      kickUsername: "rory_live",
      chat: false,
    });
    expect(await button("Unlink")).toBeVisible();
    expect(await card()).toHaveTextContent("Chat commands are not available right now.");
  });
});

describe("a link that cannot be read", () => {
  it("is read again when asked", async () => {
    let isDown = true;
    const { user } = open({
      before: linked,
      kickUsername: "rory_live",
      calls: { [READ]: () => (isDown ? refused("x", "Not now", 403) : jsonAnswer(state)) },
    });
    expect(await screen.findByText("Your link could not be loaded. Not now")).toBeVisible();
    expect(await card()).toHaveTextContent("rory_live");
    isDown = false;
    await user.click(await button("Retry"));
    expect(await screen.findByText(/Linked with Kick on/)).toBeVisible();
    expect(session().status).toBe("member");
  });
});
