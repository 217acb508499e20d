import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, aPerson, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { adminToken, keepAdminToken } from "../session/store";

const READ = "GET /api/admin/me";
const RENAME = "PUT /api/admin/me";
const PASSWORD = "PUT /api/admin/me/password";
const done = () => jsonAnswer({ success: true, message: "Done" });

let name = "Mia";

afterEach(() => {
  name = "Mia";
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openAsAdmin("/admin/me", {
    [READ]: () => jsonAnswer(aPerson({}, { id: 2, name, role: "moderator" })),
    ...answers,
  });

it("changes the own name, which the sidebar shows at once", async () => {
  const panel = open({
    [RENAME]: async (request) => {
      ({ name } = await request.json());
      return done();
    },
  });
  expect(await screen.findByRole("link", { name: "Mia Moderator" })).toHaveAttribute(
    "href",
    "/admin/me",
  );
  const field = await screen.findByLabelText("Name");
  expect(screen.getByRole("button", { name: "Save name" })).toBeDisabled();
  await userEvent.clear(field);
  await userEvent.type(field, "Zoë{Enter}");
  expect(await screen.findByText("Your name is saved")).toBeVisible();
  expect(panel.sent(RENAME)).toEqual([{ name: "Zoë" }]);
  expect(await screen.findByRole("link", { name: "Zoë Moderator" })).toBeVisible();
});

it.each([
  ["that is taken", () => refusal(409, "This name is already taken", "name_taken")],
  [
    "that is not allowed",
    () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "No",
          fields: { name: "This name is already taken" },
        },
        400,
      ),
  ],
])("says at the field why a name %s is refused", async (_, answer) => {
  open({ [RENAME]: answer });
  await userEvent.type(await screen.findByLabelText("Name"), "x{Enter}");
  expect(await screen.findByText("This name is already taken")).toBeVisible();
  expect(screen.getByLabelText("Name")).toBeInvalid();
});

it("changes the password and goes on with the new token", async () => {
  const panel = open({ [PASSWORD]: () => jsonAnswer({ success: true, token: "admin-2" }) });
  await userEvent.type(await screen.findByLabelText("Current password"), "the old password");
  await userEvent.type(screen.getByLabelText("New password"), "a new password");
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText(/Your password is changed/)).toBeVisible();
  expect(panel.sent(PASSWORD)).toEqual([
    { currentPassword: "the old password", newPassword: "a new password" },
  ]);
  expect(adminToken()).toBe("admin-2");
  await waitFor(() => expect(panel.tokens(READ).at(-1)).toBe("Bearer admin-2"));
  expect(screen.getByLabelText("New password")).toHaveValue("");
});

it("says at its field which password is refused", async () => {
  open({
    [PASSWORD]: () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "No",
          fields: { currentPassword: "The current password is wrong" },
        },
        400,
      ),
  });
  await userEvent.type(await screen.findByLabelText("Current password"), "wrong");
  await userEvent.type(screen.getByLabelText("New password"), "a new password{Enter}");
  expect(await screen.findByText("The current password is wrong")).toBeVisible();
  expect(screen.getByLabelText("Current password")).toHaveFocus();
  expect(adminToken()).toBe("admin-1");
});
