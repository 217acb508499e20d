import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin } from "@/test-panel";
import { isValues, type Values } from "./values";

const numbers = (count: number, text: string) => Array.from({ length: count }, () => text);
const picks = (last: string) =>
  Object.fromEntries(
    numbers(10, "").map((_, at) => [String(at + 1), [...numbers(at + 1, "0.00"), last]]),
  );
const board = { low: numbers(5, "1.00"), medium: numbers(5, "1.00"), high: numbers(5, "1.00") };
const tier = { weight: 2500, lo: "1.20", hi: "2.80", step: "0.20", bones: 3 };
const tiers = { draw: "min2", bone_unit: "0.10", tiers: [tier] };

const tables = {
  dice: { min_bet: 1, max_bet: 100, return_percent: 99 },
  limbo: {
    min_bet: 1,
    max_bet: 100,
    preset: "balanced",
    max_target: "1500.00",
    balanced: { return_percent: 99, max_result: "1500.00" },
    classic: { bands: [{ weight: 100_000, lo: "1.01", hi: "1.19" }] },
  },
  mines: {
    min_bet: 1,
    max_bet: 100,
    tiles: 25,
    return_percent: 99,
    turn_max_ppm: 0,
    auto_cashout_at_cap: false,
    caps: numbers(24, "15.00"),
  },
  keno: {
    min_bet: 1,
    max_bet: 100,
    numbers: 40,
    drawn: 10,
    table: { low: picks("2.10"), medium: picks("3.00"), high: picks("3.90") },
  },
  blackjack: { min_bet: 1, max_bet: 100 },
  slot: {
    preset: "balanced",
    bet_steps: [1, 2, 5],
    min_bone: "0.10",
    fillers: ["kelpie"],
    balanced: tiers,
    classic: tiers,
  },
  roulette: { min_bet: 1, max_bet: 100, returns: { straight: 36, low: 2, high: 2 } },
  plinko: { min_bet: 10, max_bet: 100, bet_step: 10, boards: { "8": board } },
};

/** The values of every section, as the server names them. */
export const values: Readonly<Record<string, Values>> = {
  brand: {
    name: "Northside",
    tagline: "",
    accent: "#f2c24d",
    heading_font: "archivo",
    logo: "",
    mark: "",
    favicon: "",
    share_image: "",
    hero: "",
  },
  links: {
    watch_live_url: "",
    links: [
      { kind: "kick", label: "Stream", url: "https://kick.example/" },
      { kind: "discord", label: "Chat", url: "https://discord.example/" },
    ],
  },
  partner: { casino_name: "", casino_url: "", promo_code: "", wager_tiers: [] },
  home: {
    blocks: ["counters", "features", "games", "principles"],
    live_counters: ["members", "rounds"],
    winnings: 40_000,
    hours: 2000,
    members: 1100,
    entertainment: 100,
  },
  points: { name: "point", name_plural: "points", welcome: 0, cycle: "month" },
  calendar: {
    base: 10,
    per_week: 5,
    progress_days: 30,
    milestones: { "14": 100, "7": 50 },
    cash_milestones: true,
    cash_per_month: 20,
    cash: [],
  },
  games: {
    offered: ["dice", "mines", "blackjack", "keno", "limbo", "slot", "roulette"],
    prize_budget: 1_000_000,
    prize_budget_percent: 0,
    open_round_hours: 72,
    allow_positive_return: { limbo: false, slot: false },
    tables,
  },
  wagers: {
    source_url: "https://casino.example",
    decimal_sign: "point",
    timezone: "UTC",
    first_month: "2023-01",
    poll_minutes: 10,
    freeze_hours: 48,
    sample_data: true,
    prizes: [{ from: "", pool: 1000, prizes: [600, 400], bonus_buys: [] }],
  },
  mail: {
    transport: "smtp",
    from: "no-reply@example.com",
    smtp_host: "smtp.example.com",
    smtp_port: 587,
    smtp_security: "starttls",
    smtp_user: "streamer",
    require_verified_email: "with_smtp",
    new_device: "with_smtp",
    giveaway_won: "with_smtp",
  },
  texts: { responsible_gaming_url: "https://safe.example/", maintenance_track: "" },
  place: { url: "https://northside.example", timezone: "UTC", dollars: "sign" },
  hunts: { source: "local", external: "bht", external_url: "", external_decimal_sign: "point" },
  grants: {
    moderator_once: 1000,
    moderator_day: 10_000,
    admin_once: 1_000_000,
    admin_day: 5_000_000,
    proof_from: 100_000,
    alert_from: 100_000,
    alert_email: "",
  },
  forms: {
    giveaway_entry: "free",
    giveaway_cost: 100,
    giveaway_hours: 24,
    challenge_difficulty: "Medium",
    challenge_points: 0,
    item_category: "Digital Services",
    item_stock: 0,
  },
  kick: {
    client_id: "",
    id_url: "https://id.kick.com",
    api_url: "https://api.kick.com",
    commands: true,
    words: { verify: "!verify", unlink: "!unlink", points: "!points", active_rewards: "!ar" },
    replies: { how_to_link: "Log in at {page}.", balance: "You have {amount} {points}." },
    cooldown_seconds: 15,
    verify_minutes: 15,
    points_for_chatting: 0,
    chatting_window_minutes: 10,
    chatting_daily_max: 100,
    sign_in: true,
  },
  overlay: { sources: [] },
  modules: {
    games: true,
    calendar: true,
    challenges: true,
    giveaways: true,
    shop: true,
    hunts: true,
    points_leaderboard: true,
    wager_leaderboard: true,
    wager_rewards: true,
    socials: true,
  },
};

const firstVersion = {
  revision: 3,
  at: "2026-11-20T12:00:00Z",
  actor: "admin 127.0.0.1",
  cause: "saved",
};

/** A section as the server answers with it. */
export const section = (name: string, change: object = {}) => ({
  name,
  version: firstVersion,
  values: values[name],
  defaults: values[name],
  locked: [],
  ...change,
});

export const password = {
  key: "mail.smtp_password",
  isSet: true,
  endsIn: "4f",
  by: null as "file" | "environment" | null,
};

/** The secrets of other services, none of which is set. */
const otherSecrets = ["kick.client_secret", "hunts.external_key", "wagers.source_key"].map(
  (key) => ({ key, isSet: false, endsIn: null, by: null }),
);
const secretsNow = [password, ...otherSecrets];

export const settings = (
  changed: Readonly<Record<string, object>> = {},
  secrets: readonly object[] = secretsNow,
) => ({
  success: true,
  sections: Object.keys(values).map((name) => section(name, changed[name])),
  secrets,
});

export const READ = "GET /api/admin/settings";
export const saveOf = (name: string) => `PUT /api/admin/settings/${name}`;
const RETURNS = "POST /api/admin/settings/games/returns";

const noReturns = () => jsonAnswer({ success: true, returns: [], problem: null });

/** The answer to a save: the section with what was sent. */
export const savedAs = (name: string) => async (request: Request) => {
  const sent: { values: Values } = await request.clone().json();
  const version = { ...firstVersion, revision: 4 };
  return jsonAnswer({
    success: true,
    message: "Saved",
    section: section(name, { version, values: sent.values }),
    secrets: secretsNow,
  });
};

/** Opens the page of a section, or the overview. */
export function openSettings(page = "", answers: Answers = {}) {
  return openAsAdmin(page === "" ? "/admin/settings" : `/admin/settings/${page}`, {
    [READ]: () => jsonAnswer(settings()),
    [RETURNS]: noReturns,
    [saveOf(page)]: savedAs(page),
    ...answers,
  });
}

/** A refusal with its reason by field. */
export const refusedFields = (fields: Readonly<Record<string, string>>) =>
  jsonAnswer(
    { success: false, error: "validation", message: Object.values(fields)[0], fields },
    400,
  );

export const press = (name: string | RegExp) =>
  userEvent.click(screen.getByRole("button", { name }));
export const entry = (name: string) => within(screen.getByRole("group", { name }));

/** Types into a field in place of what is in it. */
export async function fill(
  label: string,
  text: string,
  place: Pick<typeof screen, "getByLabelText"> = screen,
) {
  const field = place.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste(text);
}

/** Saves the form, and returns the values that were sent. */
export async function save(panel: ReturnType<typeof openSettings>, name: string) {
  await press("Save changes");
  await screen.findByText("All changes are saved.");
  const [sent] = panel.sent(saveOf(name));
  expect(sent).toMatchObject({ revision: 3, confirmed: "" });
  return isValues(sent) ? sent.values : sent;
}
