import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { memberAccount } from "@/features/sign-in/member";
import type { SignIn } from "@/features/sign-in/queries";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { aSignIn } from "@/test-panel";
import { stubFetch } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import Protection from "./Protection";

const place = window.location;
const assign = vi.fn<(address: string) => void>();
const passkey = {
  id: 1,
  name: "Phone",
  host: "site.test",
  worksHere: true,
  addedAt: "2026-11-25T12:00:00Z",
  usedAt: null,
};

let sent: string[] = [];

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal("location", { href: place.href, origin: place.origin, assign });
});

afterEach(() => {
  vi.stubGlobal("location", place);
  vi.unstubAllGlobals();
  endSession();
  queryClient.clear();
});

/** The open dialog of an account. */
async function open(
  signIn: SignIn | null,
  prove: () => Response = () => jsonAnswer({ success: true, message: "ok" }),
) {
  sent = [];
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === "POST") sent.push(pathname);
    if (pathname === "/api/sign-in/proof") return prove();
    if (pathname === "/api/kick/proof/start")
      return jsonAnswer({ success: true, url: "https://id.kick.com/p" });
    if (pathname === "/api/sign-in" && signIn !== null) return jsonAnswer(signIn);
    return new Response("", { status: 500 });
  });
  beginSession({ token: "t-1", user: sampleMember });
  renderPage(<Protection />);
  const given = memberAccount.proofs.ask("POST /api/kick/link/start");
  const dialog = within(await screen.findByRole("dialog", { name: "Confirm that it's you" }));
  await dialog.findByRole("button", { name: "Cancel" });
  expect(dialog.getByText(/^Linking lets the site read your Kick name/)).toBeVisible();
  return { dialog, given };
}

describe("the ways to confirm who one is", () => {
  it("are a visit to Kick for a member without a password", async () => {
    const { dialog } = await open(aSignIn({ hasPassword: false, kickProves: true }));
    expect(dialog.queryByLabelText("Password")).toBeNull();
    expect(dialog.queryByRole("button", { name: "Confirm" })).toBeNull();
    expect(dialog.getByText(/Then begin again here, within 10 minutes\./)).toBeVisible();
    await userEvent.click(await dialog.findByRole("button", { name: "Confirm with Kick" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://id.kick.com/p"));
  });

  it("are the password or Kick for a member with both", async () => {
    const { dialog, given } = await open(aSignIn({ kickProves: true }));
    expect(await dialog.findByRole("button", { name: "Confirm with Kick" })).toBeVisible();
    await userEvent.type(dialog.getByLabelText("Password"), "secret!{Enter}");
    await expect(given).resolves.toBe(true);
  });

  it("are a code or a passkey with a second factor", async () => {
    vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
    const { dialog } = await open(aSignIn({ passkeys: [passkey], recoveryCodes: 3 }));
    expect(dialog.getByLabelText(/^Code from your authenticator app/)).toBeVisible();
    expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeEnabled();
    expect(dialog.queryByRole("button", { name: "Use the password instead" })).toBeNull();
  });

  it("are all of them while they can't be read", async () => {
    const { dialog } = await open(null);
    await userEvent.click(dialog.getByRole("button", { name: "Use a code instead" }));
    expect(dialog.getByLabelText(/^Code from your authenticator app/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Use the password instead" }));
    expect(dialog.getByLabelText("Password")).toBeVisible();
  });

  it("may be none, and what to do is said", async () => {
    const { dialog, given } = await open(aSignIn({ hasPassword: false }));
    expect(dialog.getByText(/ask for a new password with/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    await expect(given).resolves.toBe(false);
  });
});

it("waits after too many tries, says so once, and counts down", async () => {
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
  const refusal = { success: false, error: "too_many", message: "Too many attempts." };
  const { dialog } = await open(aSignIn({ passkeys: [passkey], recoveryCodes: 3 }), () =>
    jsonAnswer(refusal, 429, { "Retry-After": "600" }),
  );
  await userEvent.type(dialog.getByLabelText(/^Code/), "123456{Enter}");
  expect(await dialog.findByText("Too many attempts.")).toBeVisible();
  expect(dialog.getAllByText("Too many attempts.")).toHaveLength(1);
  expect(dialog.getByRole("button", { name: /^Try again in (10:00|9:59)$/ })).toBeDisabled();
  expect(dialog.getByRole("button", { name: "Use a passkey" })).toBeDisabled();
  await userEvent.type(dialog.getByLabelText(/^Code/), "{Enter}");
  expect(sent).toEqual(["/api/sign-in/proof"]);
});
