import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const brand = {
  title: "Brand",
  lead: "Name, tagline, colour and heading font.",
  look: "Name and look",
  name: "Name",
  nameHint: "In the header, in emails and in the browser's title.",
  tagline: "Tagline",
  taglineHint: "One sentence in the footer, and where a link to the site is shared. Optional.",
  accent: "Accent colour",
  accentHint: `${PointsName} and the main button of each page, such as #f2c24d.`,
  headingFont: "Heading font",
  fonts: {
    archivo: "Archivo: wide and heavy",
    geist: "Geist: as the text",
    system: "The device's own font",
  },
  preview: "Preview",
  previewWidth: "Width of the preview",
  previewHint: "Members see it when you save.",
  phone: "Phone",
  desktop: "Desktop",
  previewMenu: ["Games", "Rewards"],
  previewWelcome: (name: string) => `Welcome to ${name}`,
  previewJoin: "Sign up",
  previewLogIn: "Log in",
  pictures: "Pictures",
  picturesLead:
    "PNG, JPEG, WebP or GIF, at most 5 MB. They are scaled and stored with the site's data.",
  logo: "Logo",
  logoHint: "In the header instead of sign and name, and in emails. At most 480 × 160 pixels.",
  mark: "Sign",
  markHint: "A square beside the name, on card backs and on the overlay. 192 × 192 pixels.",
  favicon: "Tab icon",
  faviconHint:
    "A square in the browser's tab. Without one, the tab shows the sign. 96 × 96 pixels.",
  share: "Share image",
  shareHint: "Shown where a link to the site is shared. 1200 × 630 pixels.",
  hero: "Home page picture",
  heroHint: "Beside the welcome on the home page. At most 1600 × 1000 pixels.",
  pictureNow: (label: string) => `${label} now`,
  pictureFile: (label: string) => `${label}: file`,
  pictureUpload: (label: string) => `${label}: upload`,
  pictureReplace: (label: string) => `${label}: replace`,
  pictureRemove: (label: string) => `${label}: remove`,
};

export const modules = {
  title: "Parts of the site",
  lead: "What members find on the site, and what is off.",
  parts: "On the site",
  partsLead:
    "What is off is in no menu, and its pages are not found. The panel keeps it, so you can prepare it before it opens.",
  needsCasino: "Appears once the site has a casino.",
  names: {
    games: "House games",
    calendar: "Daily calendar",
    challenges: "Challenges",
    giveaways: "Giveaways",
    shop: `${PointsName} shop`,
    hunts: "Bonus hunts",
    points_leaderboard: `${PointsName} leaderboard`,
    wager_leaderboard: "Wager leaderboard",
    wager_rewards: "Wager rewards",
    socials: "Socials",
  },
};

export const links = {
  title: "Links",
  lead: "Where people find you: footer, socials page and “Watch live”.",
  watch: "Stream",
  watchLive: "“Watch live” address",
  watchLiveHint: "Where your stream is watched. Leave it empty to show no such link.",
  links: "Links",
  linksLead: "Shown in this order in the footer and on the socials page.",
  link: {
    name: (place: number) => `Link ${place}`,
    add: "Add link",
    remove: (place: number) => `Remove link ${place}`,
    removed: "The link was removed.",
    order: {
      up: (place: number) => `Move link ${place} up`,
      down: (place: number) => `Move link ${place} down`,
      moved: (place: number, count: number) => `The link is now at place ${place} of ${count}.`,
    },
  },
  noLinks: "No links yet. Add your first one.",
  kind: "Kind",
  text: "Text",
  url: "Address",
  kinds: {
    kick: "Kick",
    twitch: "Twitch",
    youtube: "YouTube",
    tiktok: "TikTok",
    discord: "Discord",
    x: "X",
    instagram: "Instagram",
    website: "Website",
  },
  shown: (kind: string, label: string, url: string) => `${kind}: ${label} (${url})`,
};

export const partner = {
  title: "Casino",
  lead: "Casino partner, promo code and wager rewards.",
  casino: "Casino partner",
  casinoLead: "Leave the name empty if you have none: then no page mentions a casino.",
  name: "Casino name",
  nameHint: "As your members know it.",
  url: "Casino address",
  urlHint: "Usually your referral link.",
  promoCode: "Promo code",
  tiers: "Wager rewards",
  tiersLead: "What members get for what they wager at the casino, in US dollars.",
  tier: {
    name: (place: number) => `Reward tier ${place}`,
    add: "Add reward tier",
    remove: (place: number) => `Remove reward tier ${place}`,
    removed: "The reward tier was removed.",
    order: {
      up: (place: number) => `Move reward tier ${place} up`,
      down: (place: number) => `Move reward tier ${place} down`,
      moved: (place: number, count: number) =>
        `The reward tier is now at place ${place} of ${count}.`,
    },
  },
  noTiers: "No wager rewards yet.",
  tierName: "Name (optional)",
  wager: "Wager from",
  reward: "Reward",
  shown: (name: string, wager: string, reward: string) =>
    name === "" ? `${reward} from ${wager}` : `${name}: ${reward} from ${wager}`,
};

export const home = {
  title: "Home",
  lead: "What the home page shows, and in which order.",
  blocks: "Blocks",
  blocksLead: "Shown below the welcome in this order. Uncheck what you don't want to show.",
  blockNames: {
    counters: "Your community in figures",
    features: "What members can do here",
    games: "House games",
    principles: "How this site works",
  },
  live: "Live counters",
  liveLead: "The site counts these itself. A counter is hidden while it is 0.",
  liveNames: {
    members: "Members with an account",
    points_paid: `${PointsName} paid out to members`,
    rounds: "Rounds that can be checked",
  },
  counters: "Your own counters",
  countersLead: "Shown after the live ones as you enter them. A counter of 0 is hidden.",
  winnings: "Won by members",
  hours: "Hours streamed",
  members: "Members",
  entertainment: "Entertainment",
};

export const grants = {
  title: `${PointsName} by hand`,
  lead: `How many ${pointsName} the team can give, offer in challenges and approve. You have no limit.`,
  moderators: "Moderators",
  admins: "Admins",
  once: "At once",
  day: "In a day",
  none: "0 means none.",
  moderatorOnce: "Moderators at once",
  moderatorDay: "Moderators in a day",
  adminOnce: "Admins at once",
  adminDay: "Admins in a day",
  proof: "Confirmation",
  proofLead: "Giving this many at once asks for a second factor or the password, from you too.",
  proofFrom: "Confirm from",
  alerts: "Alerts",
  alertsLead:
    "The health page shows an alert for 24 hours when a person makes this many at once or in a day.",
  from: "From",
  fromHint: "0 means no alerts.",
  email: "Email for alerts",
  emailHint:
    "It also gets an email when Kick ends the connection. Leave empty to see alerts in the panel only.",
};

export const points = {
  title: PointsName,
  lead: `What your ${pointsName} are called, what new members get, and how long the leaderboard runs.`,
  names: "Name",
  namesLead: "Use lower case unless the name is a proper name: it appears within sentences.",
  one: "One",
  oneExample: "coin",
  many: "Several",
  manyExample: "coins",
  nameWrong: "Enter 1 to 20 letters and digits, with single spaces or hyphens between words.",
  welcome: "New members",
  welcomePoints: `Welcome ${pointsName}`,
  welcomePointsHint:
    "Paid once, when a new member confirms their email. 0 means none. Pages mention them only while the site sends emails.",
  leaderboard: `${PointsName} leaderboard`,
  cycle: "It runs by",
  cycleHint: "A change takes effect when the current month or week is over. Weeks begin on Monday.",
  cycles: { month: "Months", week: "Weeks" },
  example: "Example",
  exampleText: (one: string, many: string) =>
    `You have 1 ${one}. The next reward costs 250 ${many}.`,
  exampleWelcome: (amount: string) => `New here? You get ${amount} when you confirm your email.`,
};

const decimalSign = {
  decimalSign: "Decimal sign of its amounts",
  decimalSigns: { point: "Dot: 1,234.50", comma: "Comma: 1.234,50" },
};

export const hunts = {
  ...decimalSign,
  title: "Bonus hunts",
  lead: "Where your bonus hunts come from.",
  source: "Source",
  from: "Bonus hunts are",
  sources: {
    local: "Entered in the panel",
    external: "Taken from a service, read-only",
  },
  external: "External service",
  service: "Service",
  serviceOff: "In use when bonus hunts are taken from a service.",
  services: { bht: "bht.bet", bonushunt: "bonushunt.gg" },
  url: "Address",
  urlHint: "Leave it empty for the service's usual address.",
  key: "Key",
  newKey: "New key",
  keyHint: "It is stored on the server and never shown again.",
  moved: {
    moveHint:
      "A change of service or address removes the stored key: enter it again with the new service.",
    goes: "The stored key belongs to the earlier service and is removed when you save. Replace it to enter the one of the new service.",
  },
  test: "Test",
  testLead: "Asks the service for your hunts with the saved settings.",
};

export const forms = {
  title: "New entries",
  lead: "What the panel's forms for giveaways, challenges and shop items begin with.",
  giveaways: "Giveaways",
  entry: "Entry",
  entries: { free: "Free", paid: `For ${pointsName}` },
  cost: `${PointsName} per entry`,
  costHint: `When the entry is for ${pointsName}.`,
  hours: "Length",
  hoursUnit: "hours",
  challenges: "Challenges",
  difficulty: "Difficulty",
  difficulties: { Easy: "Easy", Medium: "Medium", Hard: "Hard", Extreme: "Extreme" },
  challengePoints: `Reward ${pointsName}`,
  challengePointsHint: "0 means none.",
  items: "Shop items",
  category: "Category",
  stock: "Stock",
};

export const calendar = {
  title: "Calendar",
  lead: `${PointsName} for daily claims, milestones and cash rewards.`,
  claims: "Daily claims",
  base: `${PointsName} per claim`,
  baseHint: "In the first week of a streak.",
  perWeek: "More per week",
  perWeekHint: "Added for each full week of the streak.",
  progressDays: "Progress bar",
  progressDaysHint: "Its length, in days.",
  milestones: "Milestones",
  milestonesLead: `Bonus ${pointsName} on these days of a streak.`,
  milestone: {
    name: (place: number) => `Milestone ${place}`,
    add: "Add milestone",
    remove: (place: number) => `Remove milestone ${place}`,
    removed: "The milestone was removed.",
  },
  milestoneOn: (day: string) => `Milestone on day ${day}`,
  noMilestones: `No milestones: claims earn the ${pointsName} above only.`,
  day: "Day",
  dayTwice: "This day is in the list already.",
  points: PointsName,
  cash: "Cash rewards",
  cashLead:
    "Each can be earned once per member, with a verified email. You approve and pay them by hand.",
  cashOn: "Cash rewards are on",
  cashPerMonth: "Cash rewards per month",
  cashPerMonthHint: "Further ones count for a later month. 0 means none.",
  cashReward: {
    name: (place: number) => `Cash reward ${place}`,
    add: "Add cash reward",
    remove: (place: number) => `Remove cash reward ${place}`,
    removed: "The cash reward was removed.",
    order: {
      up: (place: number) => `Move cash reward ${place} up`,
      down: (place: number) => `Move cash reward ${place} down`,
      moved: (place: number, count: number) =>
        `The cash reward is now at place ${place} of ${count}.`,
    },
  },
  noCash: "No cash rewards yet.",
  reward: "Reward",
  rewardExample: "$10 gift card",
  shownCash: (days: string, reward: string) => `Day ${days}: ${reward}`,
  shownMilestone: (day: string, points: string) => `Day ${day}: ${points} ${pointsName}`,
};

export const wagers = {
  ...decimalSign,
  title: "Wager leaderboard",
  lead: "Where wagers come from, and the prizes of each month.",
  source: "Source",
  sourceLead:
    "The casino's service that lists your players' wagers. Without a key nothing is read.",
  url: "Address",
  urlHint: "It begins with https://.",
  key: "Affiliate key",
  newKey: "New affiliate key",
  keyHint: "It is stored on the server and never shown again.",
  moved: {
    moveHint:
      "A change of the address removes the stored key: enter it again with the new address.",
    goes: "The stored key belongs to the earlier address and is removed when you save. Replace it to enter the one of the new address.",
  },
  test: "Test",
  testLead: "Asks the service for this month's players with the saved settings.",
  months: "Months",
  timezone: "Time zone of its months",
  timezoneHint: "When a month begins at the casino. Type a city.",
  firstMonth: "First month",
  firstMonthHint: "Earlier months are not shown.",
  poll: "Read every",
  pollHint: "How often the wagers are read.",
  minutes: "minutes",
  freeze: "Final after",
  freezeHint: "How long after its end a month can still change.",
  hours: "hours",
  players: "Players",
  sample: "Sample players",
  sampleHint:
    "Without a source of wagers, show sample players, marked as such. Off shows an empty leaderboard.",
  prizes: "Prizes by month",
  prizesLead:
    "Each period is in force until the next one begins. The badge beside the leaderboard's name shows the pool of the current month.",
  period: {
    name: (place: number) => `Period ${place}`,
    add: "Add period",
    remove: (place: number) => `Remove period ${place}`,
    removed: "The period was removed.",
  },
  noPeriods: "No prizes: the leaderboard shows wagers only.",
  from: "First month",
  fromBeginning: "From the beginning",
  pool: "Prize pool",
  prizesByRank: "Prizes by rank",
  rank: (ordinal: string) => `${ordinal} prize`,
  noPrizes: "No prizes in this period.",
  addRank: "Add a rank",
  removeRank: "Remove the last rank",
  hasBonusBuys: "Some ranks win a bonus buy instead of cash",
  bonusFirst: "From rank",
  bonusLast: "To rank",
  sumFits: (sum: string) => `The prizes add up to the pool: ${sum}.`,
  sumDiffers: (sum: string, pool: string) =>
    `The prizes add up to ${sum}, but the pool is ${pool}.`,
  bonusRanks: (first: number, last: number) => `bonus buys for ranks ${first} to ${last}`,
  shown: (month: string, pool: string, prizes: string, ranks: string) =>
    [
      `${month === "" ? "From the beginning" : `From ${month}`}: ${pool}`,
      prizes === "" ? "no prizes" : `prizes ${prizes}`,
      ...(ranks === "" ? [] : [ranks]),
    ].join("; "),
};

export const mail = {
  title: "Mail",
  lead: "How emails are sent, and which ones.",
  delivery: "Delivery",
  transport: "Emails are",
  transports: {
    file: "Written to files on the server",
    smtp: "Sent through a mail server",
  },
  from: "Sender address",
  fromHint: "Such as no-reply@example.com.",
  server: "Mail server",
  serverOff: "In use when emails are sent through a mail server.",
  host: "Host",
  hostExample: "smtp.example.com",
  port: "Port",
  security: "Encryption",
  securities: {
    starttls: "STARTTLS (usually port 587)",
    tls: "TLS (usually port 465)",
    none: "None (a server on this machine)",
  },
  user: "Login name",
  userHint: "Leave it empty if the mail server needs no login.",
  password: "Password",
  newPassword: "New password",
  passwordHint: "It is stored on the server and never shown again.",
  moved: {
    moveHint:
      "A change of host or port removes the stored password: enter it again with the new server.",
    goes: "The stored password belongs to the earlier mail server and is removed when you save. Replace it to enter the one of the new server.",
  },
  uses: "When emails are sent",
  switches: {
    with_smtp: "While a mail server is set",
    always: "Always",
    never: "Never",
  },
  verified: "Verified email for free giveaways",
  verifiedHint: "Without one, members can't enter. Stays on while the mail server fails.",
  newDevice: "Login from a new device",
  newDeviceHint: "Emails the member.",
  giveawayWon: "Giveaway won",
  giveawayWonHint: "Emails the winners.",
  test: "Test email",
  testLead: "Sends an email with the saved settings.",
  testTo: "Send it to",
  sendTest: "Send test email",
};

export const pages = {
  title: "Texts",
  lead: "Responsible gaming and the maintenance page.",
  addresses: "Addresses",
  responsible: "Responsible gaming page",
  responsibleHint: "Linked in the footer and the terms. Leave it empty to show no link.",
  track: "Music of the maintenance page",
  trackHint: "An https address of an audio file. Empty plays the built-in loop.",
};

export const place = {
  title: "Address and region",
  lead: "The site's address, its time zone, and how dollars are written.",
  address: "Address",
  addressLead: "The chat, links in emails and links shared on other sites need it.",
  url: "Address of the site",
  passkeysStop: (host: string) => `Passkeys work at ${host} only.`,
  passkeyOwners: (people: readonly string[], members: number) => {
    const named = people.length === 0 ? [] : [people.join(", ")];
    const counted = members === 0 ? [] : [formatCount(members, "member")];
    return `After this change, those of ${[...named, ...counted].join(" and ")} stop working.`;
  },
  passkeysAfter:
    "Their owners log in with their password and the code of an app or a recovery code, and add new passkeys.",
  urlHint: "As members type it, such as https://example.com.",
  timezone: "Time zone",
  timezoneLead:
    "Days of the calendar and the prize budget, and months of the leaderboards, begin at midnight of this zone.",
  timezoneHint: "Type a city. A change takes effect at the next midnight of the zone now.",
  dollars: "Dollars",
  dollarsLabel: "Amounts of US dollars",
  dollarFormats: { sign: "$1,234.50", country: "US$1,234.50", code: "1,234.50 USD" },
};
