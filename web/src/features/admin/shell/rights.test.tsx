import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, aPerson, openAsAdmin, openPanel, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { pages } from "../pages";
import type { Area, Level } from "../session/rights";
import { adminToken, keepAdminToken } from "../session/store";
import { READ as SETTINGS, settings } from "../settings/test-settings";
import { sections } from "./navigation";

const ME = "GET /api/admin/me";
const LOGIN = "POST /api/admin/login";

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

/** As a person who may do all, but in these areas. */
const openWith = (address: string, rights: Partial<Record<Area, Level>>, more: Answers = {}) =>
  openAsAdmin(address, {
    [ME]: () => jsonAnswer(aPerson(rights, { id: 2, name: "Mia", role: "moderator" })),
    ...more,
  });
const sidebar = async () => within(await screen.findByRole("navigation", { name: "Admin" }));
const hrefs = async () =>
  (await sidebar()).queryAllByRole("link").map((link) => link.getAttribute("href"));

it("gives every page of the panel an area", () => {
  const without = Object.entries(pages).filter(([, { area }]) => area === null);
  expect(without.map(([name]) => name)).toEqual(["AdminFrame", "SetupPage", "JoinPage"]);
});

it.each(sections.flat().filter(({ area }) => area !== "own"))(
  "neither links nor loads $to where the role doesn't allow it",
  async ({ to, area }) => {
    openWith(to, { [area]: "none" });
    expect(
      await screen.findByRole("heading", { level: 1, name: "Your role doesn't allow this" }),
    ).toBeVisible();
    const links = await hrefs();
    expect(links).toContain("/admin");
    expect(links).not.toContain(to);
  },
);

it("loads nothing of a page that the role doesn't allow", async () => {
  const panel = openWith("/admin/people", { people: "none" });
  expect(await screen.findByText("Your role doesn't allow this")).toBeVisible();
  expect(panel.sent("GET /api/admin/people")).toEqual([]);
});

it("leaves services out of the settings, and the import that could change them", async () => {
  openWith("/admin/settings", { services: "see" }, { [SETTINGS]: () => jsonAnswer(settings()) });
  const main = within(await screen.findByRole("main"));
  expect(await main.findByRole("link", { name: /^Brand/ })).toBeVisible();
  // Neither mail, the chat, the address, the source of hunts nor that of wagers; the pictures are there.
  expect(main.getAllByRole("link")).toHaveLength(12);
  expect(screen.getByRole("button", { name: "Export" })).toBeVisible();
  expect(screen.queryByRole("button", { name: "Import a file" })).toBeNull();
});

it("says so at the settings of a service, too", async () => {
  openWith("/admin/settings/mail", { services: "none" });
  expect(await screen.findByText("Your role doesn't allow this")).toBeVisible();
});

it("says why the rights could not be read, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin", {
    [ME]: () => (isBroken ? refusal(400, "Not right now") : jsonAnswer(aPerson())),
  });
  expect(await screen.findByText("Not right now")).toBeVisible();
  expect(await hrefs()).toEqual([]);
  isBroken = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
});

it("loads on the dashboard only what the role allows", async () => {
  const panel = openWith("/admin", {
    members: "none",
    wagers: "none",
    records: "none",
    site: "none",
  });
  const strip = within(await screen.findByRole("list", { name: "The site" }));
  await waitFor(() => expect(strip.getAllByRole("link")).toHaveLength(2));
  expect(screen.queryByRole("switch", { name: "Site maintenance" })).toBeNull();
  expect(screen.queryByRole("button", { name: /reset/i })).toBeNull();
  for (const call of ["accounts", "wager-months", "first-steps"])
    expect(panel.tokens(`GET /api/admin/${call}`), call).toEqual([]);
});

it.each([
  ["/admin/challenges", "challenges", "Add Challenge"],
  ["/admin/points-shop", "shop", "Add Item"],
] as const)("shows %s without its buttons to those who may only see it", async (to, area, add) => {
  openWith(to, { [area]: "see" });
  expect(await screen.findByText("You can look, but not change anything here")).toBeVisible();
  expect(screen.queryByRole("button", { name: add })).toBeNull();
});

it("asks for the name at the gate where the owner is not alone", async () => {
  const panel = openPanel("/admin", {
    "GET /api/admin/login": () => jsonAnswer({ success: true, asksName: true }),
    [LOGIN]: () => jsonAnswer({ success: true, token: "mia-1" }),
  });
  const name = await screen.findByLabelText("Name");
  expect(name).toHaveAttribute("autocomplete", "username");
  await userEvent.type(screen.getByLabelText("Password"), "open sesame");
  expect(screen.getByRole("button", { name: "Enter" })).toBeDisabled();
  await userEvent.type(name, "Mia{Enter}");
  await waitFor(() => expect(adminToken()).toBe("mia-1"));
  expect(panel.sent(LOGIN)).toEqual([{ password: "open sesame", name: "Mia" }]);
});

it("takes a name and a password that the browser fills in at once", async () => {
  openPanel("/admin", {
    "GET /api/admin/login": () => jsonAnswer({ success: true, asksName: true }),
  });
  const name = await screen.findByLabelText("Name");
  act(() => {
    fireEvent.change(name, { target: { value: "Mia" } });
    fireEvent.change(screen.getByLabelText("Password"), { target: { value: "open sesame" } });
  });
  expect(name).toHaveValue("Mia");
  expect(screen.getByLabelText("Password")).toHaveValue("open sesame");
});

it("asks for the name when another person has joined meanwhile, and keeps the password", async () => {
  const fields = { name: "Enter your name" };
  openPanel("/admin", {
    [LOGIN]: () => jsonAnswer({ success: false, error: "validation", message: "No", fields }, 400),
  });
  await userEvent.type(await screen.findByLabelText("Admin password"), "open sesame{Enter}");
  expect(await screen.findByText("Enter your name")).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveFocus();
  expect(screen.getByLabelText("Password")).toHaveValue("open sesame");
});

it("keeps nothing of the page when another person logs in over an ended session", async () => {
  let isEnded = false;
  let name = "Mia";
  openAsAdmin("/admin/me", {
    [ME]: () =>
      isEnded
        ? refusal(401, "Please log in", "unauthorized")
        : jsonAnswer(aPerson({}, { id: name === "Mia" ? 2 : 3, name, role: "moderator" })),
    "GET /api/admin/login": () => jsonAnswer({ success: true, asksName: true }),
    [LOGIN]: () => {
      isEnded = false;
      name = "Zoë";
      return jsonAnswer({ success: true, token: "zoe-1" });
    },
  });
  await userEvent.type(await screen.findByLabelText("Current password"), "secret of Mia");
  isEnded = true;
  await queryClient.invalidateQueries({ queryKey: ["admin", "me"] });
  const dialog = within(await screen.findByRole("dialog", { name: "Your session has ended" }));
  const field = await dialog.findByLabelText("Name");
  expect(field).toHaveValue("Mia");
  await userEvent.clear(field);
  await userEvent.type(field, "Zoë");
  await userEvent.type(dialog.getByLabelText("Password"), "open sesame{Enter}");
  expect(await screen.findByRole("link", { name: "Zoë Moderator" })).toBeVisible();
  expect(await screen.findByLabelText("Current password")).toHaveValue("");
});
