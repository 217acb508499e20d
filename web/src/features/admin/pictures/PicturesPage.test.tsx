import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import type { SitePicture } from "./queries";
import { aPicture, pngFile } from "./test-pictures";

const READ = "GET /api/admin/pictures";
const UPLOAD = "POST /api/admin/pictures";
const REMOVE = "DELETE /api/admin/pictures/7";

let pictures: SitePicture[];
let most: number;

beforeEach(() => {
  pictures = [
    aPicture("8", { name: "hat.png", uses: [{ by: "shop_item", name: "Hat" }] }),
    aPicture("7", { name: "old.png" }),
  ];
  most = 300;
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openAsAdmin("/admin/settings/pictures", {
    [READ]: () => jsonAnswer({ success: true, pictures, most }),
    ...answers,
  });
const card = async (name: string) => within(await screen.findByRole("article", { name }));
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async () =>
  userEvent.upload(await screen.findByLabelText("Picture file"), pngFile());

it("shows every picture with its size, date and where it is used", async () => {
  const { tokens } = open();
  const used = await card("hat.png");
  expect(used.getByText("Shop item", { exact: true })).toBeVisible();
  expect(used.getByText(/800 × 600 px, 44 kB/)).toHaveTextContent(/Uploaded .*2026/);
  expect(used.getByRole("link", { name: "Shop item: Hat" })).toHaveAttribute(
    "href",
    "/admin/points-shop",
  );
  expect((await card("old.png")).getByText("Not used")).toBeVisible();
  expect(screen.getByText("2 of 300 pictures")).toBeVisible();
  expect(tokens(READ)).toEqual(["Bearer admin-1"]);
});

it("names uses of the brand and of challenges, with the way there", async () => {
  pictures = [
    aPicture("9", {
      name: "",
      uses: [
        { by: "brand", name: "share_image" },
        { by: "challenge", name: "Hit it big" },
      ],
    }),
  ];
  open();
  const links = (await card("Unnamed picture")).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Brand: Share image", "/admin/settings/brand"],
    ["Challenge: Hit it big", "/admin/challenges"],
  ]);
});

it("shows only what isn't used, and says so when all is", async () => {
  open();
  await card("hat.png");
  await userEvent.click(screen.getByRole("radio", { name: "Not used" }));
  expect(screen.getAllByRole("article")).toHaveLength(1);
  pictures = pictures.slice(0, 1);
  act(() => deliver("siteSettingsChanged", { sections: ["brand"] }));
  expect(await screen.findByRole("heading", { name: "Every picture is used" })).toBeVisible();
  await press("Show all pictures");
  expect(await card("hat.png")).toBeDefined();
});

it("says what will appear while there is nothing", async () => {
  pictures = [];
  open();
  expect(await screen.findByRole("heading", { name: "No pictures yet" })).toBeVisible();
});

it("says that it loads", async () => {
  open({ [READ]: neverAnswer });
  expect(await screen.findByText("Loading the pictures")).toBeInTheDocument();
});

it("says why they could not be read, and tries again", async () => {
  let isBroken = true;
  open({
    [READ]: () =>
      isBroken ? refusal(400, "Not right now") : jsonAnswer({ success: true, pictures, most }),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  isBroken = false;
  await press("Retry");
  expect(await card("hat.png")).toBeDefined();
});

it("uploads a picture for what was chosen, and shows it", async () => {
  const asked: (string | null)[] = [];
  open({
    [UPLOAD]: (request) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.get("purpose"), searchParams.get("name"));
      const picture = aPicture("9", { name: "new.png", purpose: "challenge" });
      pictures = [picture, ...pictures];
      return jsonAnswer({ success: true, message: "Uploaded", picture });
    },
  });
  await userEvent.selectOptions(await screen.findByLabelText("For"), "Challenge");
  await choose();
  expect(await screen.findByText("new.png is uploaded")).toBeVisible();
  expect(await card("new.png")).toBeDefined();
  expect(asked).toEqual(["challenge", "hat.png"]);
});

it("says why a file was refused", async () => {
  open({ [UPLOAD]: () => refusal(400, "This file is no PNG, JPEG, WebP or GIF", "no_picture") });
  await choose();
  expect(await screen.findByText(/This file is no PNG/)).toHaveRole("alert");
  expect(screen.getAllByRole("article")).toHaveLength(2);
});

it("refuses a file that is too large before it is sent", async () => {
  const panel = open();
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.png", { type: "image/png" });
  await userEvent.upload(await screen.findByLabelText("Picture file"), large);
  expect(await screen.findByText(/This file has more than 5 MB/)).toHaveRole("alert");
  expect(panel.sent(UPLOAD)).toEqual([]);
});

it("takes no more pictures when the site is full", async () => {
  most = 2;
  open();
  expect(await screen.findByText(/as many pictures as it can store/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Upload a picture" })).toBeNull();
});

it("removes a picture after a question", async () => {
  const panel = open({
    [REMOVE]: () => {
      pictures = pictures.filter(({ id }) => id !== "7");
      return jsonAnswer({ success: true, message: "Removed" });
    },
  });
  await press("Remove old.png");
  const question = within(await screen.findByRole("dialog", { name: "Remove old.png?" }));
  expect(panel.sent(REMOVE)).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("old.png is removed")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("article", { name: "old.png" })).toBeNull());
});

it("says what uses a picture in place of removing it", async () => {
  open();
  await press("Remove hat.png");
  const dialog = within(await screen.findByRole("dialog", { name: "This picture is in use" }));
  expect(dialog.getByRole("link", { name: "Shop item: Hat" })).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Remove" })).toBeNull();
});

it("says why the server refused to remove one that was just put to use", async () => {
  const reason = 'This picture is used by the shop item "Mug". Choose another one there first.';
  open({ [REMOVE]: () => refusal(409, reason, "in_use") });
  await press("Remove old.png");
  const question = within(await screen.findByRole("dialog"));
  await userEvent.click(question.getByRole("button", { name: "Remove" }));
  expect(await question.findByText(reason)).toBeVisible();
});
