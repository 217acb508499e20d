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
const FINISH = "POST /api/kick/sign-in/finish";
const LOGIN = "POST /api/auth/login";

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

function open(address: string, answers: Answers = {}, kickSignIn: boolean | null = true) {
  const features = {
    mail: true,
    verifiedEmailRequired: false,
    chat: true,
    ...(kickSignIn !== null && { kickSignIn }),
  };
  return openPanel(address, {
    "GET /api/site": () => jsonAnswer({ success: true, name: "Pointhouse", features, links: [] }),
    ...answers,
  });
}

const kickButton = () => screen.findByRole("button", { name: "Sign in with Kick" });
const passwordField = () => screen.findByLabelText("Password");

describe("signing in with Kick", () => {
  it("leads there, with what was chosen on the page", async () => {
    const house = open("/login?redirect=%2Fpoints-shop", {
      [START]: () => jsonAnswer({ success: true, url: "https://id.kick.com/s" }),
    });
    await userEvent.click(await screen.findByRole("checkbox", { name: "Remember me" }));
    await userEvent.click(await kickButton());
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/s"));
    expect(house.sent(START)).toEqual([{ remember: false, redirect: "/points-shop" }]);
    expect(await screen.findByRole("button", { name: "Opening Kick…" })).toBeDisabled();
  });

  it.each([[false], [null]])("is not offered where the site says %s", async (kickSignIn) => {
    open("/login", {}, kickSignIn);
    await passwordField();
    await waitFor(() => expect(queryClient.getQueryData(["site"])).toBeDefined());
    expect(screen.queryByRole("button", { name: "Sign in with Kick" })).toBeNull();
  });

  it("waits as a login does after too many tries", async () => {
    open("/login", {
      [START]: () =>
        jsonAnswer({ success: false, error: "too_many", message: "Too many attempts." }, 429, {
          "Retry-After": "600",
        }),
    });
    await userEvent.click(await kickButton());
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts. Try again in");
    expect(await kickButton()).toBeDisabled();
    expect(screen.getByRole("button", { name: "Log in" })).toBeDisabled();
  });
});

describe("the way back from Kick", () => {
  it("logs in with the ticket, once, and leaves none in the address", async () => {
    const house = open("/login?kick=T-1&redirect=%2Fpoints-shop", {
      [FINISH]: () =>
        jsonAnswer({ success: true, message: "ok", token: "t-9", user: sampleMember }),
    });
    await waitFor(() => expect(session().token).toBe("t-9"));
    expect(house.sent(FINISH)).toEqual([{ ticket: "T-1" }]);
    await waitFor(() => expect(house.search()).toEqual({ redirect: "/points-shop" }));
    expect(house.path()).toBe("/login");
  });

  it("says that it is on the way", async () => {
    open("/login?kick=12345", { [FINISH]: neverAnswer });
    expect(await screen.findByText("Signing you in with Kick…")).toBeVisible();
    expect(screen.queryByLabelText("Password")).toBeNull();
  });

  it.each([
    [() => refusal(403, "This account is closed"), "This account is closed"],
    [
      () => new Response("", { status: 502 }),
      "Signing in with Kick did not work. Please try again.",
    ],
    [
      () => Promise.reject(new TypeError("Failed to fetch")),
      "Connection lost. Please check your internet connection and try again.",
    ],
  ])("says why a ticket was not taken, and offers the form", async (finish, text) => {
    open("/login?kick=T-1", { [FINISH]: finish });
    expect(await screen.findByText(text)).toBeVisible();
    expect(await passwordField()).toBeVisible();
    expect(session().status).toBe("guest");
  });

  it.each([
    ["unlinked", /^This Kick account was linked only through the chat\./],
    ["ended", /^Your sessions were ended, so signing in with Kick is off\./],
    ["failed", "Signing in with Kick did not work. Please try again."],
  ])("says what %s means, while one logs in otherwise", async (kick, text) => {
    const house = open(`/login?kick=${kick}`, {
      [LOGIN]: () => jsonAnswer({ success: true, message: "ok", token: "t-2", user: sampleMember }),
    });
    expect(await screen.findByText(text)).toBeVisible();
    await userEvent.type(await screen.findByLabelText("Email or username"), "rory@example.com");
    await userEvent.type(await passwordField(), "secret!{Enter}");
    await waitFor(() => expect(session().token).toBe("t-2"));
    expect(house.sent(FINISH)).toEqual([]);
    expect(house.search()).toEqual({});
  });
});
