import { PointsName, pointsName } from "@/ui/format/points";

export const title = "Overlay sources";
export const lead = "Pictures for your broadcast, each with an address of its own.";
export const sources = "Sources";

export const kinds = {
  banner: {
    name: "Banner",
    about: "Your site, challenges, giveaways and how to sign up, one scene after the other.",
  },
  lower_third: {
    name: "Lower third",
    about: "A line that you type in the panel, or what happens next.",
  },
  ticker: { name: "Ticker", about: "Wins, claims, purchases and new members in a moving row." },
  podium: { name: "Podium", about: "The first three of a leaderboard." },
  giveaway: { name: "Giveaway", about: "The open giveaway, then its draw and the winner." },
  hunt: { name: "Bonus hunt", about: "The slot that is open, profit and the average needed." },
  goal: { name: "Goal", about: "How far your community is on the way to a number." },
  alerts: { name: "Alerts", about: "Winners, big wins and new linked members, one at a time." },
  round: { name: "Round of a member", about: "A round of a house game, as the member plays it." },
};

export const fields = {
  name: "Name",
  x: "From the left",
  y: "From the top",
  width: "Width",
  height: "Height",
  accent: "Accent colour",
  volume: "Volume",
  locale: "Language of numbers",
  scenes: "Scenes",
  scene_seconds: "Time of a scene",
  rest_seconds: "Break between rounds",
  shows_next: "Without a line, show what happens next",
  shows: "Shows",
  least_multiplier: "Wins from",
  item_seconds: "Time of an entry",
  board: "Leaderboard",
  counts: "Counts",
  title: "Title",
  target: "Target",
  number: "Number now",
  starts_at: "Counts as zero",
  seconds: "Time of an alert",
  member: "Username of the member",
  games: "Games",
  hide_after_seconds: "Hide after the last round",
};

/** The words of each choice, by the option that has it. */
export const choices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scenes: {
    site: "Site",
    challenges: "Challenges",
    giveaways: "Giveaways",
    points: PointsName,
    sign_up: "Sign up",
  },
  shows: {
    win: "Big wins",
    claim: "Claims of rewards",
    purchase: "Purchases",
    member: "New members",
    winner: "Winners of giveaways",
    challenge: "Challenges that are done",
    linked: "New linked members",
  },
  board: { points: `${PointsName} leaderboard`, wagers: "Wager leaderboard" },
  counts: {
    points: `${PointsName} that members collect`,
    members: "Members",
    number: "A number that you enter",
  },
  games: { slot: "Slot", dice: "Dice", limbo: "Limbo" },
  locale: {
    "en-US": "English (US): 1,234.5",
    "en-GB": "English (UK): 1,234.5",
    "de-DE": "German: 1.234,5",
    "fr-FR": "French: 1 234,5",
    "es-ES": "Spanish: 1.234,5",
    "it-IT": "Italian: 1.234,5",
    "pt-BR": "Portuguese: 1.234,5",
    "nl-NL": "Dutch: 1.234,5",
    "pl-PL": "Polish: 1 234,5",
    "tr-TR": "Turkish: 1.234,5",
    "ja-JP": "Japanese: 1,234.5",
  },
};

export const hints = {
  accent: "Empty: the colour of your brand.",
  volume: "0 is silent.",
  rest_seconds: "The banner is hidden meanwhile. 0 shows it without a break.",
  shows_next: "For example the giveaway that ends in 3:12.",
  starts_at: `What you have when the goal begins, such as the ${pointsName} collected so far.`,
  member: "Empty: nothing is shown. The member must agree to be named on air.",
  least_multiplier: "Smaller wins are left out.",
};

export const units = { pixels: "px", percent: "%", seconds: "s", times: "×" };

export const place = (width: string, height: string, x: string, y: string) =>
  `${width} × ${height} px, ${x} px from the left, ${y} px from the top`;
export const shown = (name: string, kind: string) => `${name} (${kind})`;
export const shownField = (field: string, value: string) => `${field}: ${value}`;
