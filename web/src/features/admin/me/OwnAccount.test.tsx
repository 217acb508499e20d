import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { aPerson, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import type { PanelMe } from "../session/rights";
import { keepAdminToken } from "../session/store";

const ME = "GET /api/admin/me";
const CALL = "PUT /api/admin/me/account";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const unasked = aPerson({}, { needsOwnAccount: true, hasNamedAccount: false });

/** A page of a person who is asked; the answer of the call is what the server knows afterwards. */
function open(address: string, first: PanelMe, account: string | null = null) {
  let me = first;
  return openAsAdmin(address, {
    [ME]: () => jsonAnswer(me),
    [CALL]: () => {
      me = { ...me, needsOwnAccount: false, hasNamedAccount: true, account };
      return jsonAnswer({ success: true, message: "Saved" });
    },
  });
}

it("asks on every page which member account is the own one, until there is an answer", async () => {
  const panel = open("/admin/people", unasked, "emu");
  const form = within(await screen.findByRole("form", { name: "Your member account" }));
  expect(form.getByRole("button", { name: "This is mine" })).toBeDisabled();
  await userEvent.type(form.getByLabelText("Your username on the site"), "emu");
  await userEvent.click(form.getByRole("button", { name: "This is mine" }));
  await waitFor(() =>
    expect(screen.queryByRole("form", { name: "Your member account" })).toBeNull(),
  );
  expect(panel.sent(CALL)).toEqual([{ username: "emu" }]);
});

it("takes the answer that there is no account, and shows it on the own page", async () => {
  const panel = open("/admin/me", unasked);
  await userEvent.click(await screen.findByRole("button", { name: "I have none" }));
  expect(await screen.findByText(/^You have no account as a member/)).toBeVisible();
  expect(panel.sent(CALL)).toEqual([{ username: "" }]);
});

it("asks who runs the site alone on the own page only, and says why a name is refused", async () => {
  openAsAdmin("/admin/me", {
    [ME]: () => jsonAnswer(aPerson({}, { hasNamedAccount: false })),
    [CALL]: () =>
      jsonAnswer(
        {
          success: false,
          error: "validation",
          message: "No member has this username",
          fields: { username: "No member has this username" },
        },
        400,
      ),
  });
  await userEvent.type(await screen.findByLabelText("Your username on the site"), "nobody");
  await userEvent.click(screen.getByRole("button", { name: "This is mine" }));
  expect(await screen.findByText("No member has this username")).toBeVisible();
  expect(screen.getByLabelText("Your username on the site")).toHaveValue("nobody");
});

it("says why an answer was not taken", async () => {
  openAsAdmin("/admin/me", {
    [ME]: () => jsonAnswer(aPerson({}, { hasNamedAccount: false })),
    [CALL]: () => refusal(409, "You have answered this before. Only the owner can change it."),
  });
  await userEvent.click(await screen.findByRole("button", { name: "I have none" }));
  expect(await screen.findByText(/^You have answered this before/)).toBeVisible();
});
