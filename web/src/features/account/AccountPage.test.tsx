import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { endSession } from "@/features/session/actions";
import { takeMember } from "@/features/session/renewal";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { AccountPage } from "./AccountPage";
import { nothing, openHouse, pass, refused, settle } from "./test-house";

// Their code is there already; no test waits for it.
beforeAll(async () => {
  await Promise.all([
    import("./UsernameForm"),
    import("./EmailForm"),
    import("./PasswordForm"),
    import("./DeleteDialog"),
  ]);
});

const createObjectURL = vi.fn<(file: Blob) => string>(() => "blob:data");
const clipboard = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  URL.createObjectURL = createObjectURL.mockClear();
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal("isSecureContext", true);
});

afterEach(() => {
  vi.useRealTimers();
  endSession();
});

async function open(house: Parameters<typeof openHouse>[0] = {}) {
  const opened = openHouse(house);
  renderPage(<AccountPage />);
  // Both forms have come in.
  await screen.findByLabelText("Username");
  await screen.findByLabelText("Current password");
  const user = userEvent.setup();
  // user-event brings a clipboard of its own.
  vi.spyOn(navigator.clipboard, "writeText").mockImplementation(clipboard);
  clipboard.mockReset().mockResolvedValue(undefined);
  return { ...opened, user };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const section = (name: string) => within(screen.getByRole("region", { name }));

/** Opens the dialog of the deletion. */
const openDialog = async (calls: NonNullable<Parameters<typeof openHouse>[0]>["calls"] = {}) => {
  const opened = await open({ calls });
  await opened.user.click(button("Delete Account"));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  return { ...opened, dialog };
};

describe("the head of the page", () => {
  it("says who this is and that the account is active", async () => {
    await open();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("rory");
    expect(screen.getByText("Active")).toBeVisible();
    expect(screen.getByText("Member since November 2025")).toBeVisible();
    await waitFor(() => expect(screen.queryByRole("region", { name: "Kick Account" })).toBeNull());
  });

  it("says that an account is inactive, and turns off what it cannot use", async () => {
    await open({ member: { isActive: false } });
    expect(screen.getByText("Inactive")).toBeVisible();
    expect(screen.getByLabelText("Username")).toBeDisabled();
    expect(screen.getByLabelText("Current password")).toBeDisabled();
    expect(button("Change Picture")).toBeDisabled();
    // It may leave, take its data along and withdraw its name.
    expect(button("Delete Account")).toBeEnabled();
    expect(screen.getByRole("checkbox", { name: "Show my name on the stream" })).toBeEnabled();
  });
});

it("of a member whose email has not been read yet waits for it before it saves", async () => {
  const { member, bodies, user } = await open({
    calls: {
      "PUT /api/auth/update-profile": () =>
        jsonAnswer({ success: true, message: "ok", user: { ...member, username: "rory_2" } }),
    },
  });
  act(() => takeMember({ ...member, email: null }));
  await user.type(screen.getByLabelText("Username"), "_2");
  expect(button("Save Changes")).toBeDisabled();
  act(() => takeMember(member));
  await user.click(button("Save Changes"));
  expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
  await expect(bodies("PUT /api/auth/update-profile")).resolves.toEqual([
    { username: "rory_2", email: "rory@example.com" },
  ]);
});

describe("the username", () => {
  it.each([
    ["", "Username is required"],
    ["ab", "Username must be at least 3 characters"],
    ["a".repeat(25), "Username must be at most 24 characters long"],
    ["rory-1", "Username can only contain letters, numbers, and underscores"],
  ])("%j says %j", async (name, text) => {
    const { user, count } = await open();
    const field = screen.getByLabelText("Username");
    await user.clear(field);
    if (name !== "") await user.type(field, name);
    await user.tab();
    expect(await screen.findByText(text)).toBeVisible();
    expect(button("Save Changes")).toBeDisabled();
    expect(count("PUT /api/auth/update-profile")).toBe(0);
  });

  it("is saved, and shows at once", async () => {
    const { user, member, bodies } = await open({
      calls: {
        "PUT /api/auth/update-profile": () =>
          jsonAnswer({ success: true, message: "ok", user: { ...member, username: "rory_2" } }),
      },
    });
    expect(button("Save Changes")).toBeDisabled();
    await user.type(screen.getByLabelText("Username"), "_2");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("rory_2");
    expect(session().member?.username).toBe("rory_2");
    expect(button("Save Changes")).toBeDisabled();
    await expect(bodies("PUT /api/auth/update-profile")).resolves.toEqual([
      { username: "rory_2", email: "rory@example.com" },
    ]);
  });

  it("that is taken is named at its field", async () => {
    const { user } = await open({
      calls: {
        "PUT /api/auth/update-profile": () =>
          refused("username_taken", "This username is already taken", 409),
      },
    });
    await user.type(screen.getByLabelText("Username"), "_2");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("This username is already taken")).toBeVisible();
    expect(screen.getByLabelText("Username")).toHaveAccessibleDescription(
      "This username is already taken",
    );
  });

  it.each([
    ["a broken server", nothing],
    ["a refusal", () => refused("maintenance", "Closed", 503)],
    ["a lost connection", () => Promise.reject(new TypeError("Failed to fetch"))],
  ])("that cannot be saved because of %s says so", async (_, call) => {
    const { user } = await open({ calls: { "PUT /api/auth/update-profile": call } });
    await user.type(screen.getByLabelText("Username"), "_2");
    await user.click(button("Save Changes"));
    expect(await screen.findByText("Failed to update profile. Please try again.")).toBeVisible();
    expect(button("Save Changes")).toBeEnabled();
  });
});

describe("messages", () => {
  it("of a failure stay until the next try, and of a success for three seconds", async () => {
    let isBroken = true;
    const data = () => (isBroken ? nothing() : jsonAnswer({ success: true }));
    await open({ calls: { "GET /api/auth/download-data": data } });
    vi.useFakeTimers();
    fireEvent.click(button("Download My Data"));
    await settle();
    const alert = screen.getByText("Failed to download data. Please try again.");
    expect(alert.closest("[role=alert]")).not.toBeNull();
    await pass(60_000);
    expect(alert).toBeInTheDocument();
    isBroken = false;
    fireEvent.click(button("Download My Data"));
    await settle();
    expect(alert).not.toBeInTheDocument();
    const done = screen.getByText("Your data is saved as a file.");
    await pass(2_999);
    expect(done).toBeInTheDocument();
    await pass(1);
    expect(done).not.toBeInTheDocument();
  });

  it("of a submitted casino name stand for five seconds", async () => {
    const approvals = [{ platform: "Rainbet", platform_username: "RR", status: "pending" }];
    await open({
      calls: {
        "PUT /api/auth/update-gaming": () =>
          jsonAnswer({ success: true, message: "ok", notifications: [], approvals }),
      },
    });
    fireEvent.change(screen.getByLabelText("Casino username"), { target: { value: "RR" } });
    vi.useFakeTimers();
    fireEvent.click(button("Submit for approval"));
    await settle();
    const message = screen.getByText("Rainbet username submitted for admin approval!");
    expect(message.closest("[role=status]")).not.toBeNull();
    await pass(4_999);
    expect(message).toBeInTheDocument();
    await pass(1);
    expect(message).not.toBeInTheDocument();
  });
});

describe("the email", () => {
  it("that is verified is only shown", async () => {
    await open({ member: { emailVerified: true } });
    expect(screen.getByText("Verified")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Send Verification Email" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Change email" })).toBeNull();
  });

  it("gets its verification by mail", async () => {
    const { user } = await open({
      calls: {
        "POST /api/auth/send-verification": () =>
          jsonAnswer({ success: true, message: "ok", delivery: "mail" }),
      },
    });
    expect(screen.getByText("Unverified")).toBeVisible();
    await user.click(button("Send Verification Email"));
    expect(await screen.findByText("Verification email sent! Check your inbox.")).toBeVisible();
  });

  it.each([
    [false, 100, 1],
    [false, 0, 0],
    [true, 100, 0],
  ])(
    "names welcome points only where they can be earned: verified %s, %i points",
    async (emailVerified, welcomePoints, times) => {
      const features = { mail: true, verifiedEmailRequired: true, chat: false };
      await open({
        member: { emailVerified },
        calls: {
          "GET /api/site": () =>
            jsonAnswer({ success: true, name: "Pointhouse", features, welcomePoints }),
        },
      });
      await screen.findByText(emailVerified ? "Verified" : "Unverified");
      if (!emailVerified) await screen.findByText(/free giveaways/i);
      expect(screen.queryAllByText("+100 points when you confirm your email.")).toHaveLength(times);
    },
  );

  it.each([
    [null, 0],
    ["2026-11-29T09:00:00.000Z", 1],
  ])("says that the email was sent while its link works: %s", async (confirmationSentAt, times) => {
    await open({ member: { confirmationSentAt } });
    await screen.findByText("Unverified");
    expect(screen.queryAllByText(/^We sent you an email\./)).toHaveLength(times);
  });

  it("on a site without mail sends to the streamer", async () => {
    const { user } = await open({
      features: { mail: false },
      calls: {
        "POST /api/auth/send-verification": () =>
          jsonAnswer({ success: true, message: "ok", delivery: "file" }),
      },
    });
    expect(
      await screen.findByText("Mail is not set up on this site; ask the streamer."),
    ).toBeVisible();
    // Nothing offers to send what cannot be sent.
    expect(screen.queryByRole("button", { name: /Send/ })).toBeNull();
    await user.click(button("Request a Link"));
    expect(await screen.findByText("Your link is ready; ask the streamer for it.")).toBeVisible();
    expect(screen.queryByText(/Check your inbox/)).toBeNull();
  });

  it("says when the mail could not be sent, and how long to wait", async () => {
    const calls = {
      "POST /api/auth/send-verification": () =>
        jsonAnswer({ success: false, error: "too_many_requests", message: "Too many" }, 429, {
          "Retry-After": "3600",
        }),
    };
    const { user } = await open({ calls });
    await user.click(button("Send Verification Email"));
    expect(
      await screen.findByText("Failed to send verification email. Please try again."),
    ).toBeVisible();
    expect(button(/^Send again in (60:00|59:5\d)$/)).toBeDisabled();
  });

  it("can be put right with the password while it is unverified", async () => {
    const { user, member, bodies, calls } = await open({
      calls: {
        "PUT /api/auth/update-profile": () =>
          refused("validation", "Not right", 400, {
            fields: { password: "This is not your current password" },
          }),
      },
    });
    await user.click(button("Change email"));
    expect(await screen.findByLabelText("New email")).toHaveFocus();
    await user.click(button("Cancel"));
    expect(button("Change email")).toHaveFocus();
    await user.click(button("Change email"));
    const email = await screen.findByLabelText("New email");
    await user.clear(email);
    await user.type(email, "new@example");
    await user.type(screen.getByLabelText("Your password"), "secret");
    await user.click(button("Change email"));
    expect(await screen.findByText("Please enter a valid email address")).toBeVisible();
    await user.type(email, ".com");
    await user.click(button("Change email"));
    expect(await screen.findByText("This is not your current password")).toBeVisible();

    calls["PUT /api/auth/update-profile"] = () =>
      jsonAnswer({ success: true, message: "ok", user: { ...member, email: "new@example.com" } });
    await user.type(screen.getByLabelText("Your password"), "!");
    await user.click(button("Change email"));
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    expect(session().member?.email).toBe("new@example.com");
    expect(button("Change email")).toHaveFocus();
    expect((await bodies("PUT /api/auth/update-profile")).at(-1)).toEqual({
      username: "rory",
      email: "new@example.com",
      password: "secret!",
    });
  });

  it("that is taken is named at its field, another failure below the form", async () => {
    const { user, calls } = await open({
      calls: {
        "PUT /api/auth/update-profile": () =>
          refused("email_taken", "This email is already registered", 409),
      },
    });
    await user.click(button("Change email"));
    await user.type(await screen.findByLabelText("New email"), "x");
    await user.type(screen.getByLabelText("Your password"), "secret");
    await user.click(button("Change email"));
    expect(await screen.findByText("This email is already registered")).toBeVisible();
    calls["PUT /api/auth/update-profile"] = nothing;
    await user.type(screen.getByLabelText("New email"), "x");
    await user.click(button("Change email"));
    expect(await screen.findByText("Failed to update profile. Please try again.")).toBeVisible();
  });
});

describe("the account ID", () => {
  it("is copied, and is said how to use", async () => {
    const { user } = await open();
    expect(await screen.findByText("'!verify K7M2Q9XR'")).toBeVisible();
    await user.click(button("Copy account ID"));
    expect(clipboard).toHaveBeenCalledWith("K7M2Q9XR");
    expect(await screen.findByText("Account ID copied to clipboard!")).toBeVisible();
  });

  it("is not said to be used where nobody answers in the chat", async () => {
    const standing = {
      success: true,
      enabled: true,
      signIn: true,
      commands: false,
      command: "!verify K7M2Q9XR",
      linked: null,
      pending: [],
    };
    const { count } = await open({
      calls: { "GET /api/kick/me": () => jsonAnswer(standing) },
    });
    expect(await screen.findByText("Chat commands are not set up on this site.")).toBeVisible();
    expect(screen.queryByText(/!verify/)).toBeNull();
    expect(count("GET /api/kick/me")).toBe(1);
  });

  it("says so when the site's chat has no commands", async () => {
    await open({ features: { chat: false } });
    expect(await screen.findByText("Chat commands are not set up on this site.")).toBeVisible();
    expect(screen.queryByText(/!verify/)).toBeNull();
  });
});

it("a linked chat account is shown with its commands", async () => {
  await open({ member: { kickUsername: "rory_live" } });
  await screen.findByText("!points");
  const card = section("Kick Account");
  for (const text of ["rory_live", "!points", "!ar"]) expect(card.getByText(text)).toBeVisible();
});

describe("the account's actions", () => {
  it("save the data as a file", async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockReturnValue();
    const { user } = await open({
      calls: {
        "GET /api/auth/download-data": () => jsonAnswer({ account: { username: "rory" } }),
      },
    });
    await user.click(button("Download My Data"));
    expect(await screen.findByText("Your data is saved as a file.")).toBeVisible();
    expect(clicked).toHaveBeenCalledTimes(1);
    expect(clicked.mock.contexts[0]).toHaveProperty("download", "rory-data.json");
    const file = createObjectURL.mock.calls[0]?.[0];
    expect(file?.type).toBe("application/json");
    expect(file?.size).toBe(JSON.stringify({ account: { username: "rory" } }, null, 2).length);
    clicked.mockRestore();
  });

  it("end every other login and keep this one", async () => {
    const { user, calls } = await open({
      calls: { "POST /api/auth/sign-out-everywhere": () => refused("x", "Not now.", 503) },
    });
    await user.click(button("Sign out everywhere"));
    expect(await screen.findByText("Not now.")).toBeVisible();
    calls["POST /api/auth/sign-out-everywhere"] = () => jsonAnswer({ success: true, token: "t-3" });
    await user.click(button("Sign out everywhere"));
    expect(await screen.findByText("Signed out everywhere but here.")).toBeVisible();
    expect(session()).toMatchObject({ status: "member", token: "t-3" });
  });
});

describe("the deletion", () => {
  it("says first what is lost, and asks for the password", async () => {
    const { user, dialog, count } = await openDialog();
    expect(dialog.getByText(/You lose your points, your giveaway tickets/)).toBeVisible();
    expect(dialog.getByText("100")).toBeVisible();
    expect(dialog.getByText(/forfeited/)).toBeVisible();
    expect(dialog.getByText(/Backups keep them/)).toBeVisible();
    await user.click(button("Delete my account"));
    expect(await dialog.findByText("Password is required")).toBeVisible();
    expect(count("DELETE /api/auth/delete-account")).toBe(0);
    await user.click(button("Keep my account"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("logs out", async () => {
    const { user, dialog, bodies } = await openDialog({
      "DELETE /api/auth/delete-account": () => jsonAnswer({ success: true, message: "ok" }),
    });
    await user.type(dialog.getByLabelText("Your password"), "Old-secret-1");
    await user.click(button("Delete my account"));
    await waitFor(() => expect(session().status).toBe("guest"));
    await expect(bodies("DELETE /api/auth/delete-account")).resolves.toEqual([
      { password: "Old-secret-1" },
    ]);
  });

  it("that fails says so and changes nothing", async () => {
    const { user, dialog, calls } = await openDialog({
      "DELETE /api/auth/delete-account": nothing,
    });
    await user.type(dialog.getByLabelText("Your password"), "wrong");
    await user.click(button("Delete my account"));
    expect(await dialog.findByText("Failed to delete account. Please try again.")).toBeVisible();
    calls["DELETE /api/auth/delete-account"] = () =>
      refused("validation", "x", 400, {
        fields: { password: "This is not your current password" },
      });
    await user.click(button("Delete my account"));
    expect(await dialog.findByText("This is not your current password")).toBeVisible();
    expect(session().status).toBe("member");
  });
});
