import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, openPanel, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { adminToken, keepAdminToken } from "../session/store";

const SHOW = "POST /api/admin/invitation";
const JOIN = "POST /api/admin/join";
const invitation = { id: 2, name: "Mia", role: "moderator", endsAt: "2026-12-02T12:00:00Z" };

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const answers = (more: Answers = {}): Answers => ({
  [SHOW]: () => jsonAnswer({ success: true, invitation }),
  ...more,
});
const password = () => screen.findByLabelText("Choose a password");
const overTitle = { name: "This invitation doesn't work any more" };

it("shows the invitation, takes the code out of the address and lets the person in", async () => {
  const panel = openPanel(
    "/admin/join#one-time",
    answers({ [JOIN]: () => jsonAnswer({ success: true, token: "mia-1" }) }),
  );
  const field = await password();
  expect(screen.getByText("Mia")).toBeVisible();
  expect(screen.getByText("Moderator")).toBeVisible();
  expect(panel.href()).toBe("/admin/join");
  expect(panel.sent(SHOW)).toEqual([{ code: "one-time" }]);
  expect(screen.getByRole("button", { name: "Join" })).toBeDisabled();
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field).toHaveAttribute("type", "text");
  await userEvent.type(field, "a good password{Enter}");
  await waitFor(() => expect(panel.path()).toBe("/admin/stream"));
  expect(panel.sent(JOIN)).toEqual([{ code: "one-time", password: "a good password" }]);
  expect(adminToken()).toBe("mia-1");
  expect(await screen.findByRole("heading", { level: 1, name: "Stream" })).toBeVisible();
});

it("says at the field why a password is refused", async () => {
  const fields = { newPassword: "Use at least 12 characters" };
  openPanel(
    "/admin/join#one-time",
    answers({
      [JOIN]: () => jsonAnswer({ success: false, error: "validation", message: "No", fields }, 400),
    }),
  );
  await userEvent.type(await password(), "short{Enter}");
  expect(await screen.findByText("Use at least 12 characters")).toBeVisible();
  expect(await password()).toHaveFocus();
  expect(adminToken()).toBeNull();
});

it("says what to do about a code that doesn't work", async () => {
  openPanel("/admin/join#old", { [SHOW]: () => refusal(404, "Over", "bad_code") });
  expect(await screen.findByRole("heading", overTitle)).toBeVisible();
  expect(screen.getByText(/ask the owner of the site for a new link/)).toBeVisible();
  expect(screen.getByRole("link", { name: "To the login" })).toHaveAttribute("href", "/admin");
});

it("says the same about one that was withdrawn while the page was open", async () => {
  let isOver = false;
  openPanel("/admin/join#one-time", {
    [SHOW]: () =>
      isOver ? refusal(404, "Over", "bad_code") : jsonAnswer({ success: true, invitation }),
    [JOIN]: () => {
      isOver = true;
      return refusal(404, "Over", "bad_code");
    },
  });
  await userEvent.type(await password(), "a good password{Enter}");
  expect(await screen.findByRole("heading", overTitle)).toBeVisible();
});

it("asks for the whole link where there is no code", async () => {
  const panel = openPanel("/admin/join", answers());
  expect(
    await screen.findByRole("heading", { name: "Use the whole link of your invitation" }),
  ).toBeVisible();
  expect(panel.sent(SHOW)).toEqual([]);
});

it("says that somebody is logged in already, and forgets what they were shown", async () => {
  const panel = openAsAdmin(
    "/admin/join#one-time",
    answers({ [JOIN]: () => jsonAnswer({ success: true, token: "mia-1" }) }),
  );
  queryClient.setQueryData(["admin", "accounts"], "rory");
  await userEvent.type(await password(), "a good password");
  expect(screen.getByText(/If you join, that person is logged out here/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(panel.path()).toBe("/admin/stream"));
  expect(queryClient.getQueryData(["admin", "accounts"])).toBeUndefined();
});

it("says why an invitation could not be loaded, and tries again", async () => {
  let isBroken = true;
  openPanel("/admin/join#one-time", {
    [SHOW]: () =>
      isBroken
        ? refusal(429, "Too many tries.", "too_many_requests")
        : jsonAnswer({ success: true, invitation }),
  });
  expect(await screen.findByText(/Too many tries\./)).toBeVisible();
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await password()).toBeVisible();
});
