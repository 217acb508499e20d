import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepAdminToken } from "@/features/admin/session/store";
import { jsonAnswer } from "@/test-page";
import { type Answers, aPerson, aSignIn, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import type { SignIn } from "./queries";

const READ = "GET /api/sign-in";
const START = "POST /api/sign-in/app";
const CONFIRM = "PUT /api/sign-in/app";
const PROVE = "POST /api/sign-in/proof";
const encode = vi.hoisted(() => vi.fn<() => object>());
vi.mock("uqr", () => ({ encode }));

const codes = ["aaaa-bbbb-cccc", "dddd-eeee-ffff"];
const done = () => jsonAnswer({ success: true, message: "Done" });

let signIn: SignIn = aSignIn();

beforeEach(() => {
  encode.mockReturnValue({ size: 1, data: [[true]] });
});

afterEach(() => {
  vi.unstubAllGlobals();
  signIn = aSignIn();
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openAsAdmin("/admin/me", {
    "GET /api/admin/me": () => jsonAnswer(aPerson()),
    [READ]: () => jsonAnswer(signIn),
    [START]: () =>
      jsonAnswer({ success: true, secret: "JBSWY3DP", address: "otpauth://totp/Site:Mia" }),
    ...answers,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));

it("sets an app up and shows the recovery codes until they are kept", async () => {
  const panel = open({
    [CONFIRM]: () => {
      signIn = aSignIn({ app: { addedAt: "2026-11-25T12:00:00Z" }, recoveryCodes: 10 });
      return jsonAnswer({ success: true, recoveryCodes: codes });
    },
  });
  await press("Set up an app");
  const setUp = await dialog("Set up an authenticator app");
  expect(setUp.getByText("JBSWY3DP")).toBeVisible();
  await userEvent.type(setUp.getByLabelText("Code from the app"), "123456{Enter}");
  const kept = await dialog("Keep your recovery codes");
  expect(kept.getByText("dddd-eeee-ffff")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(kept.getByRole("button", { name: "I have kept them" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(panel.sent(CONFIRM)).toEqual([{ code: "123456" }]);
  expect(await screen.findByText(/10 codes are left/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Remove the app" })).toBeVisible();
});

it("says at the field that a code is wrong", async () => {
  open({ [CONFIRM]: () => refusal(400, "This code is wrong or was used before", "wrong_code") });
  await press("Set up an app");
  const setUp = await dialog("Set up an authenticator app");
  await userEvent.type(setUp.getByLabelText("Code from the app"), "000000{Enter}");
  expect(await setUp.findByText("This code is wrong or was used before")).toBeVisible();
});

it("goes on with the key alone when no QR code can be drawn", async () => {
  encode.mockImplementation(() => {
    throw new Error("too long");
  });
  open();
  await press("Set up an app");
  const setUp = await dialog("Set up an authenticator app");
  expect(await setUp.findByText(/QR code could not be drawn/)).toBeVisible();
  expect(setUp.queryByRole("img")).toBeNull();
  expect(setUp.getByText("JBSWY3DP")).toBeVisible();
  await userEvent.type(setUp.getByLabelText("Code from the app"), "123456");
  expect(setUp.getByRole("button", { name: "Turn on" })).toBeEnabled();
});

it("says that new recovery codes may have been made when the answer is lost", async () => {
  signIn = aSignIn({ app: { addedAt: "2026-11-25T12:00:00Z" }, recoveryCodes: 3 });
  open({ "POST /api/sign-in/recovery-codes": () => Promise.reject(new TypeError("offline")) });
  await press("Make new codes");
  const question = await dialog("Make new recovery codes?");
  await userEvent.click(question.getByRole("button", { name: "Make new codes" }));
  expect(await question.findByText(UNKNOWN_CHANGE)).toBeVisible();
});

it("asks for a proof that a call needs, and makes the call again", async () => {
  let isProved = false;
  const panel = open({
    [START]: () =>
      isProved
        ? jsonAnswer({ success: true, secret: "JBSWY3DP", address: "otpauth://totp/Site:Mia" })
        : refusal(403, "Please confirm first that it's you", "proof"),
    [PROVE]: async (request) => {
      const proof = await request.json();
      if (proof.password !== "right") return refusal(400, "This is not your password");
      isProved = true;
      return done();
    },
  });
  await press("Set up an app");
  const proof = await dialog("Confirm that it's you");
  expect(proof.getByText(/^The app's codes become part of your login/)).toBeVisible();
  await userEvent.type(proof.getByLabelText("Password"), "wrong{Enter}");
  expect(await proof.findByText("This is not your password")).toBeVisible();
  await userEvent.clear(proof.getByLabelText("Password"));
  await userEvent.type(proof.getByLabelText("Password"), "right{Enter}");
  expect(await screen.findByRole("dialog", { name: "Set up an authenticator app" })).toBeVisible();
  expect(panel.sent(START)).toHaveLength(2);
});

it("leaves everything as it was when no proof is given", async () => {
  const panel = open({ [START]: () => refusal(403, "Please confirm first", "proof") });
  await press("Set up an app");
  const proof = await dialog("Confirm that it's you");
  await userEvent.click(proof.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Please confirm first")).toBeVisible();
  expect(panel.sent(START)).toHaveLength(1);
});

it("ends another session after a question, and not this one", async () => {
  const END = "DELETE /api/sign-in/sessions/s2";
  const [own] = aSignIn().sessions;
  if (own === undefined) throw new Error("no session");
  signIn = aSignIn({ sessions: [{ ...own, id: "s2", isCurrent: false }, own] });
  const panel = open({
    [END]: () => {
      signIn = aSignIn();
      return done();
    },
  });
  const buttons = await screen.findAllByRole("button", { name: /^End session/ });
  expect(buttons).toHaveLength(1);
  expect(screen.getByText("This browser")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: /^End session/ }));
  expect(panel.sent(END)).toEqual([]);
  const question = await dialog("End this session?");
  await userEvent.click(question.getByRole("button", { name: "End session" }));
  expect(await screen.findByText("The session has ended")).toBeVisible();
  expect(panel.sent(END)).toHaveLength(1);
});

it("says which passkeys work elsewhere, and removes one after a question", async () => {
  const REMOVE = "DELETE /api/sign-in/passkeys/3";
  const passkey = {
    id: 3,
    name: "Phone",
    host: "old.example",
    worksHere: false,
    addedAt: "2026-11-24T12:00:00Z",
    usedAt: null,
  };
  signIn = aSignIn({ passkeys: [passkey], recoveryCodes: 1 });
  const panel = open({
    [REMOVE]: () => {
      signIn = aSignIn();
      return done();
    },
  });
  expect(await screen.findByText(/Works only at old\.example/)).toBeVisible();
  expect(screen.getByText(/1 code is left/)).toBeVisible();
  await press("Remove Phone");
  const question = await dialog("Remove this passkey?");
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("The passkey is removed")).toBeVisible();
  expect(panel.sent(REMOVE)).toHaveLength(1);
});

it("leads to the own page until there is the second factor that the panel requires", async () => {
  openAsAdmin("/admin/giveaways", {
    "GET /api/admin/me": () => jsonAnswer(aPerson({}, { needsSecondFactor: true })),
    [READ]: () => jsonAnswer(aSignIn({ isRequired: true })),
  });
  expect(await screen.findByText(/The panel requires a second factor/)).toBeVisible();
  const [first] = screen.getAllByRole("heading", { level: 2 });
  expect(first).toHaveTextContent("Two-step login");
  // Every other page would only be refused.
  expect(screen.queryByRole("link", { name: "Giveaways" })).toBeNull();
});

it.each([
  [false, true, /^Passkeys need a site address with https/],
  [true, true, /^This browser can't use passkeys\.$/],
  // The address may well be one with https.
  [true, false, /this page was opened with http\.$/],
])(
  "says why there are no passkeys, with an address %s, with https %s",
  async (has, isSecure, text) => {
    vi.stubGlobal("isSecureContext", isSecure);
    signIn = aSignIn({ canHavePasskeys: has });
    open();
    expect(await screen.findByText(text)).toBeVisible();
  },
);
