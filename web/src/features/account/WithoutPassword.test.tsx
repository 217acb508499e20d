import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { aSignIn } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { AccountPage } from "./AccountPage";
import { openHouse } from "./test-house";

// Their code is there already; no test waits for it.
beforeAll(async () => {
  await Promise.all([
    import("./DeleteDialog"),
    import("./EmailForm"),
    import("./PasswordForm"),
    import("./Protection"),
  ]);
});

afterEach(() => {
  endSession();
  queryClient.clear();
});

/** The account of a member who signed up with Kick. */
async function open(house: Parameters<typeof openHouse>[0] = {}) {
  let hasPassword = false;
  const opened = openHouse({
    ...house,
    calls: {
      "GET /api/sign-in": () => jsonAnswer(aSignIn({ hasPassword, kickProves: true })),
      "PUT /api/auth/change-password": () => {
        hasPassword = true;
        return jsonAnswer({ success: true, message: "ok", token: "t-2" });
      },
      ...house.calls,
    },
  });
  renderPage(<AccountPage />);
  await screen.findByRole("heading", { name: "Set a Password" });
  return { ...opened, user: userEvent.setup() };
}

const button = (name: string) => screen.getByRole("button", { name });

describe("a member without a password", () => {
  it("sets a first one, and changes it from then on", async () => {
    const { user, bodies } = await open();
    await user.type(await screen.findByLabelText("New password"), "Abcdef1!");
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await user.type(screen.getByLabelText("Confirm new password"), "Abcdef1!");
    await user.click(button("Set a Password"));
    expect(await screen.findByText("Your password is set.")).toBeVisible();
    expect(session().token).toBe("t-2");
    const sent = await bodies("PUT /api/auth/change-password");
    expect(sent).toEqual([{ newPassword: "Abcdef1!" }]);
    expect(await screen.findByLabelText("Current password")).toBeVisible();
  });

  it("changes the email without one", async () => {
    const { user, bodies, member } = await open({
      member: { emailVerified: false },
      calls: {
        "PUT /api/auth/update-profile": () =>
          jsonAnswer({ success: true, message: "ok", user: { ...member, email: "a@b.cd" } }),
      },
    });
    await user.click(button("Change email"));
    const email = await screen.findByLabelText("New email");
    await user.clear(email);
    await user.type(email, "a@b.cd{Enter}");
    expect(screen.queryByLabelText("Your password")).toBeNull();
    expect(await screen.findByText("Profile updated successfully!")).toBeVisible();
    const sent = await bodies("PUT /api/auth/update-profile");
    expect(sent).toEqual([{ username: member.username, email: "a@b.cd" }]);
  });

  it("deletes the account without one", async () => {
    const { user, bodies } = await open({
      calls: {
        "DELETE /api/auth/delete-account": () => jsonAnswer({ success: true, message: "ok" }),
      },
    });
    await user.click(button("Delete Account"));
    const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
    expect(dialog.queryByLabelText("Your password")).toBeNull();
    await user.click(dialog.getByRole("button", { name: "Delete my account" }));
    expect(session().status).toBe("guest");
    await expect(bodies("DELETE /api/auth/delete-account")).resolves.toEqual([{}]);
  });
});
