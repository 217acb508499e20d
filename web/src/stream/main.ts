import { serverNow } from "@/wire/server-clock";
import { openChannel } from "./channel";
import { type Facts, readBoard, readChallenges, readGiveaways, readSite } from "./facts";
import { listenLive } from "./live";
import { contentOf, publicAddress } from "./scenes";
import { openStage } from "./stage";
import "./stream.css";
import "./upright.css";

/**
 * /stream: the overlay for the streamer's broadcast. It is a page of its own, without a session and
 * without anything to click, and must never be blank: it begins with words of its own or with what
 * it knew last time, and asks for ever.
 */
const facts: Facts = { site: null, challenges: null, giveaways: null, board: null };
const address = publicAddress(window.location.host);
const stage = openStage(document.body, (scene, turn) =>
  contentOf(scene, { facts, turn, address, now: serverNow() }),
);

const site = openChannel({
  name: "site",
  path: "/api/site",
  everyMs: 5 * 60_000,
  read: readSite,
  onValue: (value) => {
    facts.site = value;
    stage.refresh();
  },
});
const challenges = openChannel({
  name: "challenges",
  path: "/api/challenges",
  everyMs: 60_000,
  whenOff: [],
  read: readChallenges,
  onValue: (value) => {
    facts.challenges = value;
    stage.refresh();
  },
});
const giveaways = openChannel({
  name: "giveaways",
  path: "/api/giveaways",
  everyMs: 60_000,
  whenOff: [],
  read: readGiveaways,
  onValue: (value) => {
    facts.giveaways = value;
    stage.refresh();
  },
});
const board = openChannel({
  name: "board",
  path: "/api/leaderboard/points/monthly",
  everyMs: 60_000,
  whenOff: [],
  read: readBoard,
  onValue: (value, at) => {
    facts.board = { ...value, at };
    stage.refresh();
  },
});

listenLive({
  onOnline: () => {
    for (const channel of [site, challenges, giveaways, board]) channel.soon();
  },
  events: { challengesUpdated: challenges.push, giveawaysUpdated: giveaways.push },
});

if (import.meta.env.PROD && "serviceWorker" in navigator)
  // Where it cannot be had, the page works as well; it only needs the server to be opened.
  navigator.serviceWorker
    .register("/stream-worker.js", { scope: "/stream" })
    .catch(() => undefined);
