import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
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
  vi.useRealTimers();
  keepAdminToken(null);
  itemList.drafts.discard();
  challengeList.drafts.discard();
  queryClient.clear();
});

const shown = () =>
  [...screen.getByRole("dialog").querySelectorAll("img")].map((img) => img.getAttribute("src"));
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
  const all = [...document.querySelectorAll("img")].map((img) => img.getAttribute("src"));
  expect(all).toContain("/api/site/pictures/9.webp");
});

it.each(forms)("loads no half address in the form of a $purpose", async (form) => {
  openAsAdmin(form.address, form.answers);
  await press(form.edit);
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByLabelText("Image");
  const before = shown();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const whole = "https://example.com/hat.png";
  for (let length = 1; length <= whole.length; length += 1) {
    fireEvent.input(field, { target: { value: whole.slice(0, length) } });
    act(() => void vi.advanceTimersByTime(700));
    expect(shown()).toEqual(before);
  }
  act(() => void vi.advanceTimersByTime(100));
  expect(shown()).toEqual([whole]);
  // A host alone has no picture, also when the field is left.
  fireEvent.input(field, { target: { value: "https://example.com" } });
  fireEvent.blur(field);
  expect(shown()).toEqual([]);
  fireEvent.input(field, { target: { value: "https://example.com/cap.png" } });
  expect(shown()).toEqual([]);
  fireEvent.blur(field);
  expect(shown()).toEqual(["https://example.com/cap.png"]);
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
