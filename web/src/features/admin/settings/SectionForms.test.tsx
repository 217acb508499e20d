import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { dropUnsaved } from "../session/unsaved";
import {
  entry,
  fill,
  openSettings,
  password,
  press,
  READ,
  refusedFields,
  save,
  savedAs,
  saveOf,
  settings,
  values,
} from "./test-settings";

afterEach(() => {
  dropUnsaved();
  keepAdminToken(null);
  queryClient.clear();
});

const UPLOAD = "POST /api/admin/pictures";

it("brand: the preview follows what is typed, and it is saved", async () => {
  const panel = openSettings("brand");
  await screen.findByLabelText("Name");
  expect(screen.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await fill("Name", "Southside");
  await fill("Accent colour", "#00ff88");
  await userEvent.selectOptions(screen.getByLabelText("Heading font"), "system");
  const preview = screen.getByTestId("brand-preview");
  expect(preview).toHaveTextContent("Welcome to Southside");
  expect(preview.style.getPropertyValue("--accent")).toBe("#00ff88");
  expect(preview.style.getPropertyValue("--font-display")).toBe("system-ui, sans-serif");
  await userEvent.click(screen.getByRole("radio", { name: "Phone" }));
  expect(screen.getByLabelText("Picker")).toHaveValue("#00ff88");
  expect(await save(panel, "brand")).toEqual({
    name: "Southside",
    tagline: "",
    accent: "#00ff88",
    heading_font: "system",
    logo: "",
    mark: "",
    favicon: "",
    share_image: "",
    hero: "",
  });
});

it.each([
  ["Logo", "Northside"],
  ["Sign", ""],
  ["Home page picture", ""],
])("brand: the preview shows an uploaded picture: %s", async (label, alt) => {
  openSettings("brand", {
    [UPLOAD]: () => jsonAnswer({ success: true, picture: { address: "/pictures/7.webp" } }),
  });
  const file = await screen.findByLabelText<HTMLInputElement>(`${label}: file`);
  const preview = screen.getByTestId("brand-preview");
  expect(preview.querySelector("img")).toBeNull();
  await userEvent.upload(file, new File(["x"], "x.png", { type: "image/png" }));
  await waitFor(() => expect(preview.querySelector("img")).toHaveAttribute("alt", alt));
  expect(preview.querySelector("img")).toHaveAttribute("src", "/pictures/7.webp");
});

it("brand: a picture is uploaded at once, and in force with the form", async () => {
  const panel = openSettings("brand", {
    [UPLOAD]: () => jsonAnswer({ success: true, picture: { address: "/pictures/7.webp" } }),
  });
  const file = new File(["bytes"], "logo.png", { type: "image/png" });
  await userEvent.upload(await screen.findByLabelText("Logo: file"), file);
  expect(await screen.findByRole("img", { name: "Logo now" })).toHaveAttribute(
    "src",
    "/pictures/7.webp",
  );
  await fill("Name", "Southside");
  expect(await save(panel, "brand")).toMatchObject({ name: "Southside", logo: "/pictures/7.webp" });
});

it("brand: a refused picture says why, and what was typed stays", async () => {
  openSettings("brand", {
    [UPLOAD]: () => refusal(400, "The file is not a picture.", "bad_picture"),
  });
  await screen.findByLabelText("Name");
  await fill("Name", "Southside");
  const file = new File(["bytes"], "logo.png", { type: "image/png" });
  await userEvent.upload(screen.getByLabelText("Logo: file"), file);
  expect(await screen.findByText("The file is not a picture.")).toHaveRole("alert");
  expect(screen.getByLabelText("Name")).toHaveValue("Southside");
  expect(screen.queryByRole("img", { name: "Logo now" })).toBeNull();
  expect(screen.getByRole("button", { name: "Logo: upload" })).toBeEnabled();
});

it("parts of the site: one is switched off by keyboard", async () => {
  const panel = openSettings("modules");
  (await screen.findByLabelText("Points shop")).focus();
  await userEvent.keyboard(" ");
  expect(await save(panel, "modules")).toEqual({
    ...values.modules,
    shop: false,
  });
});

it("links: they are added, put in order and removed by keyboard", async () => {
  const panel = openSettings("links");
  await screen.findByLabelText("“Watch live” address");
  const down = screen.getByRole("button", { name: "Move link 1 down" });
  down.focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("The link is now at place 2 of 2.")).toBeInTheDocument();
  // At the end of the list the way back takes the focus.
  expect(screen.getByRole("button", { name: "Move link 2 up" })).toHaveFocus();
  expect(entry("Link 2").getByLabelText("Text")).toHaveValue("Stream");
  await press("Add link");
  expect(entry("Link 3").getByLabelText("Kind")).toHaveFocus();
  await userEvent.selectOptions(entry("Link 3").getByLabelText("Kind"), "youtube");
  await fill("Text", "Videos", entry("Link 3"));
  await fill("Address", "https://videos.example/", entry("Link 3"));
  await press("Remove link 2");
  expect(await save(panel, "links")).toEqual({
    watch_live_url: "",
    links: [
      { kind: "discord", label: "Chat", url: "https://discord.example/" },
      { kind: "youtube", label: "Videos", url: "https://videos.example/" },
    ],
  });
});

it("links: addresses are completed as people type them", async () => {
  const panel = openSettings("links");
  await screen.findByLabelText("“Watch live” address");
  await fill("“Watch live” address", "@emu");
  await fill("Address", "discord.example/emu", entry("Link 2"));
  await userEvent.selectOptions(entry("Link 1").getByLabelText("Kind"), "tiktok");
  await fill("Address", "@emu", entry("Link 1"));
  expect(await save(panel, "links")).toMatchObject({
    watch_live_url: "https://kick.com/emu",
    links: [{ url: "https://www.tiktok.com/@emu" }, { url: "https://discord.example/emu" }],
  });
});

it("links: what is missing is marked before anything is sent", async () => {
  const panel = openSettings("links");
  await screen.findByLabelText("“Watch live” address");
  await press("Add link");
  await fill("Address", "http://videos.example", entry("Link 3"));
  await press("Save changes");
  expect(entry("Link 3").getByLabelText("Text")).toHaveFocus();
  expect(entry("Link 3").getByText("Enter a text.")).toBeVisible();
  expect(entry("Link 3").getByText("Enter an address that begins with https://")).toBeVisible();
  expect(screen.getByText("Check the marked fields, then save again.")).toBeVisible();
  expect(panel.sent(saveOf("links"))).toEqual([]);
});

it("casino: its name, address and wager rewards", async () => {
  const panel = openSettings("partner");
  await screen.findByLabelText("Casino name");
  await fill("Casino name", "Goldhall");
  await fill("Casino address", "https://casino.example/");
  await fill("Promo code", "NORTH");
  await press("Add reward tier");
  await fill("Wager from", "10,000", entry("Reward tier 1"));
  await fill("Reward", "10", entry("Reward tier 1"));
  expect(await save(panel, "partner")).toEqual({
    casino_name: "Goldhall",
    casino_url: "https://casino.example/",
    promo_code: "NORTH",
    wager_tiers: [{ name: "", wager: 10_000, reward: 10 }],
  });
});

it("home: numbers are checked as they are typed", async () => {
  const panel = openSettings("home");
  await screen.findByLabelText("Won by members");
  await fill("Hours streamed", "many");
  expect(screen.getByText("Enter a whole number from 0 to 1,000,000,000.")).toBeVisible();
  await press("Save changes");
  expect(screen.getByLabelText("Hours streamed")).toHaveFocus();
  expect(panel.sent(saveOf("home"))).toEqual([]);
  await fill("Hours streamed", "2,500");
  expect(await save(panel, "home")).toEqual({ ...values.home, hours: 2500 });
});

it("calendar: milestones by day, none of them twice", async () => {
  const panel = openSettings("calendar");
  await screen.findByLabelText("Points per claim");
  await fill("Points per claim", "20");
  expect(entry("Milestone 1").getByLabelText("Day")).toHaveValue("7");
  await press("Add milestone");
  const third = entry("Milestone 3");
  expect(third.getByLabelText("Day")).toHaveValue("21");
  await fill("Points", "150", third);
  await fill("Day", "14", third);
  expect(third.getByText("This day is in the list already.")).toBeVisible();
  await press("Save changes");
  expect(panel.sent(saveOf("calendar"))).toEqual([]);
  await fill("Day", "28", third);
  await press("Add cash reward");
  await fill("Reward", "$25 cash tip", entry("Cash reward 1"));
  await userEvent.click(screen.getByLabelText("Cash rewards are on"));
  expect(await save(panel, "calendar")).toEqual({
    ...values.calendar,
    base: 20,
    milestones: { "7": 50, "14": 100, "28": 150 },
    cash: [{ days: 30, reward: "$25 cash tip" }],
    cash_milestones: false,
  });
});

it("prizes: the sum is compared with the pool, and ranks may win bonus buys", async () => {
  const panel = openSettings("wagers");
  await screen.findByText("The prizes add up to the pool: $1,000.");
  await press("Add a rank");
  await fill("3rd prize", "50");
  expect(screen.getByText("The prizes add up to $1,050, but the pool is $1,000.")).toBeVisible();
  await userEvent.click(screen.getByLabelText("Some ranks win a bonus buy instead of cash"));
  await fill("From rank", "2");
  await press("Add period");
  const later = entry("Period 2");
  expect(later.getByLabelText("First month")).toHaveAttribute("type", "month");
  await press("Remove period 2");
  expect(await save(panel, "wagers")).toEqual({
    ...values.wagers,
    prizes: [{ from: "", pool: 1000, prizes: [600, 400, 50], bonus_buys: [2, 3] }],
  });
});

it("texts: a locked section says who decides it, and cannot be saved", async () => {
  openSettings("texts", {
    [READ]: () => jsonAnswer(settings({ texts: { locked: [{ key: "", by: "environment" }] } })),
  });
  expect(await screen.findByText(/^Decided by the server's environment\./)).toBeVisible();
  expect(screen.getByLabelText("Responsible gaming page")).toBeDisabled();
  expect(screen.queryByRole("button", { name: "Save changes" })).toBeNull();
});

it("time zone: found by typing, chosen by keyboard", async () => {
  const panel = openSettings("place");
  const field = await screen.findByRole("combobox", { name: "Time zone" });
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.paste("berlin");
  expect(screen.getByRole("option", { name: "Europe/Berlin" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  expect(field).toHaveValue("Europe/Berlin");
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.paste("nowhere");
  expect(screen.getByText("No time zone matches “nowhere”.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(field).toHaveValue("Europe/Berlin");
  expect(await save(panel, "place")).toEqual({
    ...values.place,
    timezone: "Europe/Berlin",
  });
});

it.each([
  ["europe/paris", "Europe/Paris"],
  ["new york", "America/New_York"],
  ["Europe/Berlim", "Europe/Berlim"],
])("time zone: %s that is typed and left is kept as %s", async (typed, kept) => {
  const panel = openSettings("place");
  const field = await screen.findByRole("combobox", { name: "Time zone" });
  await userEvent.click(field);
  await userEvent.clear(field);
  await userEvent.paste(typed);
  await userEvent.tab();
  expect(field).toHaveValue(kept);
  // The server refuses what is no time zone.
  expect(await save(panel, "place")).toEqual({ ...values.place, timezone: kept });
});

it("mail: a stored password is replaced or removed, never shown", async () => {
  const panel = openSettings("mail");
  const secret = within(await screen.findByRole("group", { name: "Password" }));
  expect(secret.getByText("Set, ends in 4f")).toBeVisible();
  await userEvent.click(secret.getByRole("button", { name: "Remove" }));
  expect(secret.getByText("Will be removed when you save")).toBeVisible();
  await userEvent.click(secret.getByRole("button", { name: "Keep the stored one" }));
  expect(screen.getByText("All changes are saved.")).toBeVisible();
  await userEvent.click(secret.getByRole("button", { name: "Replace" }));
  await fill("New password", "hunter22", secret);
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  expect(panel.sent(saveOf("mail"))).toEqual([
    {
      revision: 3,
      confirmed: "",
      values: values.mail,
      secrets: { "mail.smtp_password": "hunter22" },
    },
  ]);
  expect(screen.queryByLabelText("New password")).toBeNull();
});

it("mail: another server loses the stored password", async () => {
  openSettings("mail");
  await screen.findByLabelText("Host");
  expect(screen.getByText(/^A change of host or port removes the stored password/)).toBeVisible();
  await fill("Port", "465");
  expect(screen.getByText(/belongs to the earlier mail server and is removed/)).toBeVisible();
});

it("mail: a password of the settings file cannot be changed", async () => {
  openSettings("mail", {
    [READ]: () => jsonAnswer(settings({}, [{ ...password, by: "file" }])),
  });
  const secret = within(await screen.findByRole("group", { name: "Password" }));
  expect(secret.getByText("Decided by the server's settings file")).toBeVisible();
  expect(secret.queryByRole("button")).toBeNull();
});

it("mail: a test email shows what happened to it", async () => {
  let isAccepted = true;
  const panel = openSettings("mail", {
    "POST /api/admin/settings/mail/test": () =>
      isAccepted
        ? jsonAnswer({ success: true, delivered: true, message: "The mail server accepted it" })
        : jsonAnswer({ success: true, delivered: false, message: "535: wrong password" }),
  });
  await screen.findByLabelText("Send it to");
  await fill("Send it to", "me@example.com");
  await press("Send test email");
  expect(await screen.findByText("The mail server accepted it")).toBeVisible();
  isAccepted = false;
  await press("Send test email");
  expect(await screen.findByText("535: wrong password")).toBeVisible();
  expect(panel.sent("POST /api/admin/settings/mail/test")[0]).toEqual({ to: "me@example.com" });
});

const RETURNS = "POST /api/admin/settings/games/returns";

const isHigh = (request: { tables: { keno: { table: { low: { "1": string[] } } } } }) =>
  request.tables.keno.table.low["1"][1] === "9.00";

it("games: the return follows the table, and above 100% a phrase confirms it", async () => {
  const panel = openSettings("games", {
    [RETURNS]: async (request) => {
      const aboveOne = isHigh(await request.clone().json());
      const highestReturn = aboveOne ? "2.700000" : "0.983012";
      return jsonAnswer({
        success: true,
        returns: [{ game: "keno", highestReturn, aboveOne, highestReturnFraction: ["1", "1"] }],
        problem: null,
      });
    },
    [saveOf("games")]: async (request) => {
      const { confirmed }: { confirmed: string } = await request.clone().json();
      if (confirmed !== "above 100%")
        return refusal(409, "keno would pay back 2.7. Type above 100%", "unconfirmed");
      return refusal(503, "The site is read-only for the moment.", "read_only");
    },
  });
  await userEvent.click(
    await screen.findByRole("button", { name: /^Keno\s*Highest return 98\.3%/ }),
  );
  await fill("1 pick, 1 hit", "9");
  expect(
    await screen.findByText("Highest return 270%: pays back more than it takes"),
  ).toBeVisible();
  await press("Save changes");
  const phrase = within(await screen.findByRole("dialog", { name: "Confirm this change" }));
  expect(phrase.getByText("Keno would pay back 2.7. Type above 100%.")).toBeVisible();
  await fill("Type the phrase", "yes", phrase);
  await userEvent.click(phrase.getByRole("button", { name: "Confirm" }));
  expect(await phrase.findByText(/^That's not the phrase/)).toBeVisible();
  await fill("Type the phrase", "above 100%", phrase);
  await userEvent.click(phrase.getByRole("button", { name: "Confirm" }));
  // Another failure ends the question.
  expect(await screen.findByText("The site is read-only for the moment.")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const sent = panel.sent(saveOf("games"));
  expect(sent).toHaveLength(3);
  expect(sent[2]).toMatchObject({ confirmed: "above 100%" });
});

it("games: what was typed wrong opens its game, and a table that cannot be played is said", async () => {
  const panel = openSettings("games", {
    [RETURNS]: () =>
      jsonAnswer({ success: true, returns: [], problem: "slot.bet_steps must rise" }),
  });
  expect(
    await screen.findByText("These tables can't be played: slot.bet_steps must rise."),
  ).toBeVisible();
  const slot = screen.getByRole("button", { name: /^Downunder Dawgs/ });
  await userEvent.click(slot);
  await fill("Bets", "1, x");
  expect(screen.getByText(/^Enter whole numbers separated by commas/)).toBeVisible();
  await userEvent.click(slot);
  await press("Save changes");
  expect(screen.getByLabelText("Bets")).toHaveFocus();
  expect(panel.sent(saveOf("games"))).toEqual([]);
});

it("points: the examples follow what is typed, and a name has no odd signs", async () => {
  const panel = openSettings("points");
  await screen.findByLabelText("One");
  expect(screen.getByText("You have 1 point. The next reward costs 250 points.")).toBeVisible();
  expect(screen.queryByText(/^New here/)).toBeNull();
  await fill("One", "bone");
  await fill("Several", "bones!");
  expect(screen.getByText(/^Enter 1 to 20 letters and digits/)).toBeVisible();
  await press("Save changes");
  expect(screen.getByLabelText("Several")).toHaveFocus();
  expect(panel.sent(saveOf("points"))).toEqual([]);
  await fill("Several", "bones");
  await fill("Welcome points", "100");
  await userEvent.selectOptions(screen.getByLabelText("It runs by"), "Weeks");
  expect(screen.getByText("You have 1 bone. The next reward costs 250 bones.")).toBeVisible();
  expect(
    screen.getByText("New here? You get +100 bones when you confirm your email."),
  ).toBeVisible();
  expect(await save(panel, "points")).toEqual({
    name: "bone",
    name_plural: "bones",
    welcome: 100,
    cycle: "week",
  });
});

it("new entries: each form's beginning is saved", async () => {
  const panel = openSettings("forms");
  await userEvent.selectOptions(await screen.findByLabelText("Entry"), "For points");
  await fill("Points per entry", "0");
  expect(screen.getByText("Enter a whole number from 1 to 1,000,000.")).toBeVisible();
  await fill("Points per entry", "250");
  await fill("Length", "48");
  await userEvent.selectOptions(screen.getByLabelText("Difficulty"), "Hard");
  await fill("Category", "Merchandise");
  await fill("Stock", "10");
  expect(await save(panel, "forms")).toEqual({
    giveaway_entry: "paid",
    giveaway_cost: 250,
    giveaway_hours: 48,
    challenge_difficulty: "Hard",
    challenge_points: 0,
    item_category: "Merchandise",
    item_stock: 10,
  });
});

it("address and dollars: a refused address is marked", async () => {
  let isRefused = true;
  const panel = openSettings("place", {
    [saveOf("place")]: (request) =>
      isRefused
        ? refusedFields({ "place.url": "must be empty or an http or https address" })
        : savedAs("place")(request),
  });
  await screen.findByLabelText("Address of the site");
  await fill("Address of the site", "northside");
  await userEvent.selectOptions(screen.getByLabelText("Amounts of US dollars"), "US$1,234.50");
  await press("Save changes");
  expect(await screen.findByText("Must be empty or an http or https address")).toBeVisible();
  isRefused = false;
  await fill("Address of the site", "https://north.example");
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  expect(panel.sent(saveOf("place")).at(-1)).toMatchObject({
    values: { url: "https://north.example", timezone: "UTC", dollars: "country" },
  });
});

it("place: says whose passkeys stop working with another address", async () => {
  openSettings("place", {
    "GET /api/admin/settings/place/passkeys": () =>
      jsonAnswer({ success: true, host: "northside.example", people: ["Mia"], members: 3 }),
  });
  await screen.findByLabelText("Address of the site");
  await fill("Address of the site", "https://northside.example/");
  expect(screen.queryByText(/Passkeys work/)).toBeNull();
  await fill("Address of the site", "https://southside.example");
  expect(await screen.findByText(/Passkeys work at northside\.example only/)).toHaveTextContent(
    "After this change, those of Mia and 3 members stop working.",
  );
});
