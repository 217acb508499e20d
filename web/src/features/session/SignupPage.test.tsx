import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { endSession } from "./actions";
import { SignupPage } from "./SignupPage";
import { session } from "./store";

const TAKEN = "This email is already registered";
const fetched = vi.fn<(request: Request) => Promise<Response>>();
let isTaken = false;
let signup: () => Response = () => jsonAnswer({});

beforeEach(() => {
  isTaken = false;
  fetched.mockReset().mockImplementation(async (request) => {
    if (request.url.endsWith("/check-email")) return jsonAnswer({ success: true, exists: isTaken });
    return signup();
  });
  stubFetch(fetched);
});

afterEach(() => endSession());

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText("Username"), "rory_1");
  await user.type(screen.getByLabelText("Email"), "rory@example.com");
  await user.type(screen.getByLabelText("Password"), "Abcdef1!");
  await user.type(screen.getByLabelText("Confirm password"), "Abcdef1!");
  await user.click(screen.getByRole("checkbox", { name: /^I agree/ }));
}

function open() {
  renderPage(<SignupPage redirect={undefined} />);
  return userEvent.setup();
}

it.each([
  [50, "+50 points when you confirm your email."],
  [0, null],
])("names %i welcome points only where there are any", async (welcomePoints, text) => {
  fetched.mockImplementation(async () => jsonAnswer({ success: true, welcomePoints }));
  open();
  await waitFor(() => expect(fetched).toHaveBeenCalled());
  if (text !== null) expect(await screen.findByText(text)).toBeVisible();
  else expect(screen.queryByText(/confirm your email/)).toBeNull();
});

const create = () => screen.getByRole("button", { name: "Create account" });
const signups = () => fetched.mock.calls.filter(([request]) => request.url.endsWith("/signup"));

const needs = () =>
  within(screen.getByRole("list", { name: "Password requirements" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

describe("the signup page", () => {
  it("creates the account and logs in", async () => {
    signup = () =>
      jsonAnswer({ success: true, message: "ok", user: sampleMember, token: "t-1" }, 201);
    const user = open();
    await fill(user);
    await user.click(create());
    await vi.waitFor(() => expect(session().token).toBe("t-1"));
    await expect(signups()[0]?.[0].json()).resolves.toMatchObject({
      username: "rory_1",
      email: "rory@example.com",
      password: "Abcdef1!",
      namedOnAir: false,
      createdAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    });
  });

  it("names everything that is missing, and sends nothing", async () => {
    const user = open();
    await user.click(create());
    for (const text of [
      "Username is required",
      "Email is required",
      "Password is required",
      "Please confirm your password",
      "You must agree to the terms to continue",
    ])
      expect(await screen.findByText(text)).toBeVisible();
    const sent = fetched.mock.calls.filter(([request]) => request.method !== "GET");
    expect(sent).toEqual([]);
  });

  it("says at once when an address is taken", async () => {
    isTaken = true;
    const user = open();
    await user.type(screen.getByLabelText("Email"), "rory@example.com");
    await user.tab();
    expect(await screen.findByText(TAKEN)).toBeVisible();
  });

  it("does not send a signup for a taken address", async () => {
    isTaken = true;
    const user = open();
    await fill(user);
    await user.click(create());
    expect(await screen.findByText(TAKEN)).toBeVisible();
    expect(signups()).toHaveLength(0);
  });

  it("goes on when the check fails", async () => {
    fetched.mockImplementation(async (request) => {
      if (request.url.endsWith("/check-email")) throw new TypeError("Failed to fetch");
      return jsonAnswer({ success: true, message: "ok", user: sampleMember, token: "t-2" }, 201);
    });
    const user = open();
    await fill(user);
    await user.click(create());
    await vi.waitFor(() => expect(session().token).toBe("t-2"));
  });

  it("puts the server's refusal at the field it speaks of", async () => {
    signup = () =>
      jsonAnswer(
        { success: false, error: "username_taken", message: "This username is already taken" },
        409,
      );
    const user = open();
    await fill(user);
    await user.click(create());
    expect(await screen.findByText("This username is already taken")).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(
      "This username is already taken",
    );
  });

  it("lists everything a password needs, and marks what it has", async () => {
    const user = open();
    expect(needs()).toEqual([
      "8 to 128 characters",
      "An uppercase letter",
      "A lowercase letter",
      "A number",
      "A special character such as ! or ?",
    ]);
    await user.type(screen.getByLabelText("Password"), "abcdefg1");
    expect(needs()).toEqual([
      "8 to 128 characters, done",
      "An uppercase letter",
      "A lowercase letter, done",
      "A number, done",
      "A special character such as ! or ?",
    ]);
  });

  it("calls no password strong that is refused", async () => {
    const message = "This password is too common";
    signup = () =>
      jsonAnswer(
        { success: false, error: "validation", message, fields: { password: message } },
        400,
      );
    const user = open();
    await fill(user);
    const meter = screen.getByRole("meter", { name: "Password strength" });
    expect(meter).toHaveAttribute("aria-valuetext", "Strong");
    await user.click(create());
    expect(await screen.findByText(message)).toBeVisible();
    expect(meter).toHaveAttribute("aria-valuetext", "Refused");
    expect(screen.queryByText("Strong")).toBeNull();
  });

  it("says why a guest was sent here", () => {
    renderPage(<SignupPage redirect="/games/dice" />);
    expect(
      screen.getByText("Log in or create an account to play. You'll be taken back there."),
    ).toBeVisible();
  });

  it("rates the password while it is typed", async () => {
    const user = open();
    const meter = screen.getByRole("meter", { name: "Password strength" });
    expect(meter).toHaveAttribute("aria-valuenow", "0");
    await user.type(screen.getByLabelText("Password"), "Abcdef1!");
    expect(meter).toHaveAttribute("aria-valuenow", "100");
    expect(meter).toHaveAttribute("aria-valuetext", "Strong");
  });
});
