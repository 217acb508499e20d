import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { session } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { AccountPage } from "./AccountPage";
import { nothing, openHouse, refused } from "./test-house";

// Their code is there already; no test waits for it.
beforeAll(async () => {
  await Promise.all([import("./UsernameForm"), import("./EmailForm"), import("./PasswordForm")]);
});

afterEach(() => endSession());

async function open(house: Parameters<typeof openHouse>[0] = {}) {
  const opened = openHouse(house);
  renderPage(<AccountPage />);
  await screen.findByLabelText("Current password");
  return { ...opened, user: userEvent.setup() };
}

const button = (name: string | RegExp) => screen.getByRole("button", { name });

/** Fills in the change of the password. */
const fill = async (user: ReturnType<typeof userEvent.setup>, next = "Abcdef1!") => {
  await user.type(screen.getByLabelText("Current password"), "Old-secret-1");
  await user.type(screen.getByLabelText("New password"), next);
  await user.type(screen.getByLabelText("Confirm new password"), next);
};

describe("the password", () => {
  it("is changed, and this browser goes on with the fresh token", async () => {
    const { user, bodies } = await open({
      calls: {
        "PUT /api/auth/change-password": () =>
          jsonAnswer({ success: true, message: "ok", token: "t-2" }),
      },
    });
    expect(button("Change Password")).toBeDisabled();
    await fill(user);
    await user.click(button("Change Password"));
    expect(await screen.findByText("Password changed successfully!")).toBeVisible();
    expect(session().token).toBe("t-2");
    expect(localStorage.getItem("pointhouse.token")).toBe("t-2");
    expect(screen.getByLabelText("Current password")).toHaveValue("");
    await expect(bodies("PUT /api/auth/change-password")).resolves.toEqual([
      { currentPassword: "Old-secret-1", newPassword: "Abcdef1!" },
    ]);
  });

  it("asks for everything, and for the same twice", async () => {
    const { user, count } = await open();
    const current = screen.getByLabelText("Current password");
    const password = screen.getByLabelText("New password");
    const confirm = screen.getByLabelText("Confirm new password");
    const leave = () => user.click(document.body);

    // On the way down the page nothing is asked for.
    for (const field of [current, password, confirm]) {
      await user.click(field);
      await leave();
    }
    await user.type(password, "Abcdefg!");
    await leave();
    expect(await screen.findByText("Password must contain at least one number")).toBeVisible();
    expect(screen.queryByText("Current password is required")).toBeNull();
    await user.click(current);
    await user.click(confirm);
    await leave();
    expect(await screen.findByText("Current password is required")).toBeVisible();
    expect(await screen.findByText("Please confirm your new password")).toBeVisible();
    await user.type(confirm, "Abcdefg?");
    await leave();
    expect(await screen.findByText("Passwords do not match")).toBeVisible();
    await user.clear(password);
    await leave();
    expect(await screen.findByText("New password is required")).toBeVisible();
    expect(button("Change Password")).toBeDisabled();
    expect(count("PUT /api/auth/change-password")).toBe(0);
  });

  it("shows the server's words, or its own when there are none", async () => {
    const { user, calls } = await open({
      calls: { "PUT /api/auth/change-password": () => refused("x", "Not today.") },
    });
    await fill(user);
    await user.click(button("Change Password"));
    expect(await screen.findByText("Not today.")).toBeVisible();
    calls["PUT /api/auth/change-password"] = nothing;
    await user.click(button("Change Password"));
    expect(await screen.findByText("Failed to change password. Please try again.")).toBeVisible();
    expect(session().token).toBe("t-1");
  });

  it("that is not the current one is named at its field", async () => {
    const { user } = await open({
      calls: {
        "PUT /api/auth/change-password": () =>
          refused("validation", "x", 400, {
            fields: { currentPassword: "This is not your current password" },
          }),
      },
    });
    await fill(user);
    await user.click(button("Change Password"));
    expect(await screen.findByText("This is not your current password")).toBeVisible();
    expect(screen.getByLabelText("Current password")).toBeInvalid();
  });

  it("rates what is typed", async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText("New password"), "Abcdef1!");
    expect(screen.getByRole("meter")).toHaveAttribute("aria-valuetext", "Strong");
  });
});
