import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { queryClient } from "@/wire/queries";
import { challengeList } from "../challenges/queries";
import { aChallenge } from "../challenges/test-challenges";
import { keepAdminToken } from "../session/store";
import { itemList } from "../shop/queries";
import { TestShop } from "../shop/test-shop";
import { aPicture, pngFile } from "./test-pictures";

const UPLOAD = "POST /api/admin/pictures";

afterEach(() => {
  keepAdminToken(null);
  itemList.drafts.discard();
  challengeList.drafts.discard();
  queryClient.clear();
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const stored = (purpose: "item" | "challenge") => (request: Request) => {
  const asked = new URL(request.url).searchParams.get("purpose");
  return asked === purpose
    ? jsonAnswer({ success: true, message: "Uploaded", picture: aPicture("9", { purpose }) })
    : refusal(400, `Not for ${asked}`);
};
const forms = [
  {
    purpose: "item",
    address: "/admin/points-shop",
    answers: new TestShop().answers,
    edit: "Edit: Hat",
    save: "Save Item",
  },
  {
    purpose: "challenge",
    address: "/admin/challenges",
    answers: {
      "GET /api/challenges": () => jsonAnswer([aChallenge("3", "Hat")], 200, { ETag: '"v1"' }),
    } satisfies Answers,
    edit: "Edit Hat",
    save: "Save Challenge",
  },
] as const;

it.each(forms)("uploads a picture in the form of a $purpose", async (form) => {
  openAsAdmin(form.address, { ...form.answers, [UPLOAD]: stored(form.purpose) });
  await press(form.edit);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.upload(dialog.getByLabelText("Picture file"), pngFile());
  await waitFor(() =>
    expect(dialog.getByLabelText("Image")).toHaveValue("/api/site/pictures/9.webp"),
  );
  expect(dialog.getByRole("button", { name: "Replace" })).toBeEnabled();
  await userEvent.click(dialog.getByRole("button", { name: form.save }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  // The draft shows it.
  const shown = [...document.querySelectorAll("img")].map((img) => img.getAttribute("src"));
  expect(shown).toContain("/api/site/pictures/9.webp");
});

it.each(forms)("says why a file was refused in the form of a $purpose", async (form) => {
  openAsAdmin(form.address, {
    ...form.answers,
    [UPLOAD]: () => refusal(409, "The site has 300 pictures. Remove one first.", "too_many"),
  });
  await press(form.edit);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.upload(dialog.getByLabelText("Picture file"), pngFile());
  expect(await dialog.findByText(/The site has 300 pictures/)).toHaveRole("alert");
  expect(dialog.getByLabelText("Image")).toHaveValue("");
});

it("saves no form while its picture is on the way", async () => {
  const [form] = forms;
  const answer = later<Response>();
  openAsAdmin(form.address, { ...form.answers, [UPLOAD]: () => answer.promise });
  await press(form.edit);
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.upload(dialog.getByLabelText("Picture file"), pngFile());
  const save = dialog.getByRole("button", { name: form.save });
  expect(save).toHaveAttribute("aria-busy", "true");
  answer.resolve(jsonAnswer({ success: true, message: "Uploaded", picture: aPicture("9") }));
  await waitFor(() => expect(save).toBeEnabled());
});
