import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";

const READ = "GET /api/admin/first-steps";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (answers: Answers = {}) => openAsAdmin("/admin/overlay", answers);
const steps = (done: boolean, url = "") =>
  jsonAnswer({ success: true, steps: [{ id: "overlay", done }], url });
const frame = () => screen.findByTitle(/^Preview of the overlay/);

it("shows the address, the size and the overlay itself, and how to add it", async () => {
  open();
  expect(await screen.findByText(`${window.location.origin}/stream`)).toBeVisible();
  expect(screen.getByText("1920 px")).toBeVisible();
  expect(screen.getByText("1080 px")).toBeVisible();
  const preview = await frame();
  expect(preview).toHaveAttribute("src", "/stream");
  expect(preview).toHaveAttribute("loading", "lazy");
  expect([preview.getAttribute("width"), preview.getAttribute("height")]).toEqual(["1920", "1080"]);
  const guide = within(screen.getByRole("region", { name: "Add it to OBS" }));
  expect(guide.getAllByRole("listitem")).toHaveLength(6);
  expect(guide.getByText(/as width and/)).toHaveTextContent(
    "Enter 1920 as width and 1080 as height.",
  );
});

it.each([
  ["Banner", "1920", "450"],
  ["Column", "480", "750"],
  ["Vertical video", "1080", "1920"],
])("follows the size that is chosen: %s", async (label, width, height) => {
  open();
  await userEvent.click(await screen.findByRole("radio", { name: label }));
  expect(screen.getByText(`${height} px`)).toBeVisible();
  expect(screen.getByText(/as width and/)).toHaveTextContent(
    `Enter ${width} as width and ${height} as height.`,
  );
  const preview = await frame();
  expect(preview).toHaveAttribute("title", `Preview of the overlay, ${label}`);
  expect([preview.getAttribute("width"), preview.getAttribute("height")]).toEqual([width, height]);
});

it("copies address, width and height, by keyboard too", async () => {
  vi.stubGlobal("isSecureContext", true);
  const user = userEvent.setup();
  open();
  const values = [
    ["Address", `${window.location.origin}/stream`],
    ["Width", "1920"],
    ["Height", "1080"],
  ] as const;
  for (const [name, value] of values) {
    (await screen.findByRole("button", { name: `Copy ${name}` })).focus();
    await user.keyboard("{Enter}");
    expect(await screen.findByText(`Copied ${name}`)).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(value);
  }
});

it("says that there is no public address, with the way to set it", async () => {
  open({ [READ]: () => steps(false) });
  const link = await screen.findByRole("link", { name: "Set the public address" });
  expect(link).toHaveAttribute("href", "/admin/settings/place");
});

it("shows the public address of the site where it has one", async () => {
  open({ [READ]: () => steps(false, "https://den.example") });
  expect(await screen.findByText("https://den.example/stream")).toBeVisible();
  expect(screen.queryByText(/no public address/)).toBeNull();
});

it.each([
  [true, "OBS has loaded the overlay"],
  [false, "Not loaded by OBS yet"],
])("says whether OBS has loaded it: %s", async (done, text) => {
  open({ [READ]: () => steps(done) });
  expect(await screen.findByText(text)).toBeVisible();
});

it("works without knowing whether OBS has loaded it", async () => {
  open({ [READ]: () => refusal(400, "Not right now") });
  expect(await frame()).toBeVisible();
  expect(screen.queryByText(/loaded/)).toBeNull();
  expect(screen.queryByText("Not right now")).toBeNull();
});
