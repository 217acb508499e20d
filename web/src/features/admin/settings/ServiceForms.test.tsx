import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { queryClient } from "@/wire/queries";
import { keepAdminToken } from "../session/store";
import { dropUnsaved } from "../session/unsaved";
import {
  fill,
  openSettings,
  password,
  press,
  READ,
  refusedFields,
  save,
  saveOf,
  settings,
  values,
} from "./test-settings";

afterEach(() => {
  dropUnsaved();
  keepAdminToken(null);
  queryClient.clear();
});

const bodyOf = (panel: ReturnType<typeof openSettings>, name: string) =>
  panel.sent(saveOf(name)).at(-1);
const testOf = (name: string) => `POST /api/admin/settings/services/${name}/test`;
const test = () => within(screen.getByRole("region", { name: "Test" }));
const secretIn = (name: string) => within(screen.getByRole("group", { name }));
const setSecret = (key: string) => ({ ...password, key });

it("chat: words, replies and the secret are saved", async () => {
  const panel = openSettings("kick");
  await screen.findByLabelText("App ID");
  await fill("App ID", "app-1");
  await fill("App secret", "s3cret", secretIn("App secret"));
  await fill("Show my points", "!balance");
  await userEvent.click(screen.getByText("Points and rewards"));
  const balance = within(screen.getByRole("group", { name: "Words to insert: The balance" }));
  await fill("The balance", "Yours: ");
  await userEvent.click(balance.getByRole("button", { name: "Insert {amount}" }));
  expect(screen.getByLabelText("The balance")).toHaveFocus();
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  expect(bodyOf(panel, "kick")).toMatchObject({
    values: {
      client_id: "app-1",
      words: { points: "!balance", verify: "!verify" },
      replies: { balance: "Yours: {amount}", how_to_link: "Log in at {page}." },
    },
    secrets: { "kick.client_secret": "s3cret" },
  });
});

it("chat: a reply goes back to what is saved, or to the default", async () => {
  const replies = { how_to_link: "Log in at {page}.", balance: "Yours: {amount}" };
  const panel = openSettings("kick", {
    [READ]: () => jsonAnswer(settings({ kick: { values: { ...values.kick, replies } } })),
  });
  await userEvent.click(await screen.findByText("Points and rewards"));
  const balance = within(screen.getByRole("group", { name: "Words to insert: The balance" }));
  const back = (to: string) => balance.queryByRole("button", { name: `Back to ${to}` });
  expect(back("what is saved")).toBeNull();
  await fill("The balance", "Something else");
  await userEvent.click(back("what is saved") ?? document.body);
  expect(screen.getByLabelText("The balance")).toHaveValue("Yours: {amount}");
  expect(screen.getByText("All changes are saved.")).toBeVisible();
  await userEvent.click(back("the default") ?? document.body);
  expect(screen.getByLabelText("The balance")).toHaveValue("You have {amount} {points}.");
  expect(screen.getByLabelText("The balance")).toHaveFocus();
  expect(back("the default")).toBeNull();
  // It is in force when it is saved.
  expect(panel.sent(saveOf("kick"))).toEqual([]);
  expect(await save(panel, "kick")).toMatchObject({
    replies: { balance: "You have {amount} {points}." },
  });
});

it("chat: what cannot be right is marked before it is sent", async () => {
  const panel = openSettings("kick");
  await screen.findByLabelText("Link an account");
  await fill("Link an account", "link me");
  expect(screen.getByText("Enter one word without spaces.")).toBeVisible();
  await fill("Link an account", "!link");
  await fill("Points", "200");
  expect(screen.getByText(/must not be above the most per day/)).toBeVisible();
  await press("Save changes");
  expect(screen.getByLabelText("Points")).toHaveFocus();
  expect(panel.sent(saveOf("kick"))).toEqual([]);
});

it("chat: a refused reply opens its part, and a missing secret is marked", async () => {
  let refused: Record<string, string> = {
    "kick.replies.balance": "can have only these in braces: {amount}, {points}",
  };
  openSettings("kick", { [saveOf("kick")]: () => refusedFields(refused) });
  await screen.findByLabelText("App ID");
  await fill("App ID", "app-1");
  await press("Save changes");
  expect(await screen.findByText(/^Can have only these in braces/)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText("The balance")).toHaveFocus());
  refused = { "kick.client_secret": "must be set when kick.client_id is" };
  await press("Save changes");
  expect(await screen.findByText("Must be set when “App ID” is")).toBeVisible();
  await waitFor(() => expect(secretIn("App secret").getByLabelText("App secret")).toHaveFocus());
  expect(screen.getByText("Check the marked fields, then save again.")).toBeVisible();
});

it("chat: a refusal about another section leads there", async () => {
  const panel = openSettings("kick", {
    [saveOf("kick")]: () => refusedFields({ "place.url": "must be set when kick.client_id is" }),
  });
  await screen.findByLabelText("App ID");
  await fill("App ID", "app-1");
  await press("Save changes");
  expect(
    await screen.findByText(/“Address of the site” must be set when “App ID” is/),
  ).toBeVisible();
  await userEvent.click(screen.getByRole("link", { name: "Open “Address and region”" }));
  await waitFor(() => expect(panel.path()).toBe("/admin/settings/place"));
  expect(await screen.findByLabelText("Address of the site")).toBeVisible();
});

it("bonus hunts: another service loses the stored key", async () => {
  const panel = openSettings("hunts", {
    [READ]: () => jsonAnswer(settings({}, [setSecret("hunts.external_key")])),
  });
  await userEvent.selectOptions(await screen.findByLabelText("Bonus hunts are"), "external");
  const key = within(screen.getByRole("group", { name: "Key" }));
  expect(key.getByText("Set, ends in 4f")).toBeVisible();
  expect(screen.getByText(/^A change of service or address removes/)).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("Service"), "bonushunt");
  expect(screen.getByText(/belongs to the earlier service and is removed/)).toBeVisible();
  await userEvent.click(key.getByRole("button", { name: "Replace" }));
  await fill("New key", "k-2", key);
  expect(screen.queryByText(/belongs to the earlier service/)).toBeNull();
  expect(await save(panel, "hunts")).toEqual({
    source: "external",
    external: "bonushunt",
    external_url: "",
    external_decimal_sign: "point",
  });
  expect(bodyOf(panel, "hunts")).toMatchObject({ secrets: { "hunts.external_key": "k-2" } });
});

it("bonus hunts: a secret that was refused is marked where it is, also while it is stored", async () => {
  openSettings("hunts", {
    [READ]: () => jsonAnswer(settings({}, [setSecret("hunts.external_key")])),
    [saveOf("hunts")]: () => refusedFields({ "hunts.external_key": "must be set" }),
  });
  await screen.findByLabelText("Address");
  await fill("Address", "https://hunts.example");
  await press("Save changes");
  const key = within(await screen.findByRole("group", { name: "Key" }));
  const error = await key.findByText("Must be set");
  await waitFor(() => expect(error.closest("p")).toHaveFocus());
});

it("wagers: the source with its key, its months and how often it is read", async () => {
  const panel = openSettings("wagers");
  await screen.findByRole("group", { name: "Affiliate key" });
  await fill("Affiliate key", "aff-1", secretIn("Affiliate key"));
  await fill("Read every", "0");
  expect(screen.getByText("Enter a whole number from 1 to 1,440.")).toBeVisible();
  await fill("Read every", "30");
  await fill("Final after", "24");
  const zone = screen.getByRole("combobox", { name: "Time zone of its months" });
  await userEvent.click(zone);
  await userEvent.clear(zone);
  await userEvent.paste("lisbon");
  await userEvent.keyboard("{Enter}");
  expect(await save(panel, "wagers")).toEqual({
    ...values.wagers,
    timezone: "Europe/Lisbon",
    poll_minutes: 30,
    freeze_hours: 24,
  });
  expect(bodyOf(panel, "wagers")).toMatchObject({ secrets: { "wagers.source_key": "aff-1" } });
});

it.each([
  ["kick", "App ID"],
  ["hunts", "Address"],
  ["wagers", "Address"],
])("%s: the saved settings are tested, and only while nothing is unsaved", async (name, field) => {
  let isWorking = false;
  const panel = openSettings(name, {
    [testOf(name)]: () =>
      jsonAnswer({
        success: true,
        working: isWorking,
        message: isWorking ? "The service answered." : "The service refused the key.",
      }),
  });
  await screen.findByLabelText(field);
  await userEvent.click(test().getByRole("button", { name: "Test" }));
  expect(await test().findByRole("alert")).toHaveTextContent("The service refused the key.");
  isWorking = true;
  await userEvent.click(test().getByRole("button", { name: "Test" }));
  expect(await test().findByText("The service answered.")).toBeVisible();
  expect(test().queryByRole("alert")).toBeNull();
  expect(panel.sent(testOf(name))).toHaveLength(2);
  await fill(field, "https://other.example");
  expect(test().getByRole("button", { name: "Test" })).toBeDisabled();
  expect(test().getByText(/^Save first/)).toBeVisible();
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  expect(test().getByRole("button", { name: "Test" })).toBeEnabled();
  // The result was that of the earlier settings.
  expect(test().queryByText("The service answered.")).toBeNull();
});
