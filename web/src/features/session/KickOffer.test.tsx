import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, sampleMember } from "@/test-page";
import { type Answers, openPanel, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { endSession } from "./actions";
import { session } from "./store";

const START = "POST /api/kick/sign-in/start";
const OFFER = "POST /api/kick/sign-up/offer";
const SIGN_UP = "POST /api/kick/sign-up";

const place = window.location;
const assign = vi.fn<(address: string) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal("location", { href: place.href, origin: place.origin, assign });
  // The window has no place to scroll to here.
  vi.stubGlobal("scrollTo", () => undefined);
});

afterEach(() => {
  vi.stubGlobal("location", place);
  endSession();
  queryClient.clear();
});

function open(address: string, answers: Answers = {}, kickSignIn = true) {
  const features = { mail: true, verifiedEmailRequired: false, chat: true, kickSignIn };
  return openPanel(address, {
    "GET /api/site": () => jsonAnswer({ success: true, name: "Pointhouse", features, links: [] }),
    "POST /api/auth/check-email": () => jsonAnswer({ success: true, exists: false }),
    [OFFER]: () => jsonAnswer({ success: true, kickName: "Rory_TV", username: "Rory_TV2" }),
    ...answers,
  });
}

async function fill() {
  await userEvent.type(await screen.findByLabelText("Email"), "rory@example.com");
  await userEvent.click(screen.getByRole("checkbox", { name: /^I agree/ }));
}

const create = () => screen.getByRole("button", { name: "Create account" });

describe("signing up with Kick", () => {
  it("leads there, with the way back to where one was", async () => {
    const house = open("/signup?redirect=%2Fpoints-shop", {
      [START]: () => jsonAnswer({ success: true, url: "https://id.kick.com/s" }),
    });
    await userEvent.click(await screen.findByRole("button", { name: "Sign up with Kick" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/s"));
    expect(house.sent(START)).toEqual([{ remember: true, redirect: "/points-shop" }]);
  });

  it("is not offered where the site has no such thing", async () => {
    open("/signup", {}, false);
    await screen.findByLabelText("Password");
    await waitFor(() => expect(queryClient.getQueryData(["site"])).toBeDefined());
    expect(screen.queryByRole("button", { name: "Sign up with Kick" })).toBeNull();
  });

  it("proposes the name, asks for no password, and logs in", async () => {
    const house = open("/signup?kick=T-1&redirect=%2Fpoints-shop", {
      [SIGN_UP]: () =>
        jsonAnswer({ success: true, message: "ok", token: "t-9", user: sampleMember }, 201),
    });
    expect(await screen.findByText(/You'll log in with Kick as Rory_TV,/)).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveValue("Rory_TV2");
    expect(screen.queryByLabelText("Password")).toBeNull();
    await fill();
    await userEvent.click(create());
    await waitFor(() => expect(session().token).toBe("t-9"));
    expect(house.sent(OFFER)).toEqual([{ ticket: "T-1" }]);
    const body = {
      ticket: "T-1",
      username: "Rory_TV2",
      email: "rory@example.com",
      namedOnAir: false,
    };
    expect(house.sent(SIGN_UP)).toEqual([body]);
    expect(house.search()).toEqual({ redirect: "/points-shop" });
  });

  it("keeps the visit while the connection is lost, and asks again", async () => {
    let isLost = true;
    const house = open("/signup?kick=T-1", {
      [OFFER]: () =>
        isLost
          ? Promise.reject(new TypeError("Failed to fetch"))
          : jsonAnswer({ success: true, kickName: "Rory_TV", username: "Rory_TV2" }),
    });
    expect(await screen.findByText(/^Connection lost/)).toBeVisible();
    isLost = false;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByLabelText("Username")).toHaveValue("Rory_TV2");
    expect(house.sent(OFFER)).toEqual([{ ticket: "T-1" }, { ticket: "T-1" }]);
  });

  it("of an account that another member has meanwhile leads back to the usual form", async () => {
    const taken = { success: false, error: "kick_taken", message: "It is linked to another" };
    open("/signup?kick=T-1", { [SIGN_UP]: () => jsonAnswer(taken, 409) });
    await screen.findByLabelText("Username");
    await fill();
    await userEvent.click(create());
    expect(await screen.findByText("It is linked to another")).toBeVisible();
    expect(screen.getByLabelText("Password")).toBeVisible();
  });

  it("says that it is on the way back", async () => {
    open("/signup?kick=T-1", { [OFFER]: neverAnswer });
    expect(await screen.findByText("Coming back from Kick…")).toBeVisible();
    expect(screen.queryByLabelText("Username")).toBeNull();
  });

  it("names a refused name at its field, and keeps the visit", async () => {
    const taken = { success: false, error: "username_taken", message: "This name is taken" };
    const house = open("/signup?kick=T-1", { [SIGN_UP]: () => jsonAnswer(taken, 409) });
    await screen.findByLabelText("Username");
    await fill();
    await userEvent.click(create());
    expect(await screen.findByText("This name is taken")).toBeVisible();
    await userEvent.type(screen.getByLabelText("Username"), "x");
    await userEvent.click(create());
    await waitFor(() => expect(house.sent(SIGN_UP)).toHaveLength(2));
    expect(house.sent(SIGN_UP)[1]).toMatchObject({ ticket: "T-1", username: "Rory_TV2x" });
  });

  const late = { success: false, error: "bad_ticket", message: "Signing in took too long." };

  it.each([
    ["at once", OFFER],
    ["at the end", SIGN_UP],
  ])("that took too long %s leads back to the usual form", async (_, call) => {
    open("/signup?kick=T-1", { [call]: () => jsonAnswer(late, 401) });
    if (call === SIGN_UP) {
      await screen.findByLabelText("Username");
      await fill();
      await userEvent.click(create());
    }
    expect(await screen.findByText("Signing in took too long.")).toBeVisible();
    expect(screen.getByLabelText("Password")).toBeVisible();
    expect(screen.getByRole("button", { name: "Sign up with Kick" })).toBeEnabled();
  });

  it("says why the server refuses it otherwise", async () => {
    open("/signup?kick=T-1", { [SIGN_UP]: () => refusal(409, "This Kick account is taken") });
    await screen.findByLabelText("Username");
    await fill();
    await userEvent.click(create());
    expect(await screen.findByText("This Kick account is taken")).toBeVisible();
    expect(session().status).toBe("guest");
  });
});
