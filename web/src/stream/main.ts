import { serverNow } from "@/wire/server-clock";
import { watchBuild } from "./build";
import { openChannel } from "./channel";
import { watchDraws } from "./draws";
import { type Facts, readBoard, readChallenges, readGiveaways, readSite } from "./facts";
import { isWrongPage, registerWorker } from "./keeping";
import { readLine } from "./line";
import { listenLive } from "./live";
import { reloadWhenQuiet } from "./reload";
import { contentOf, drawContent, publicAddress } from "./scenes";
import { openStage } from "./stage";
import "./base.css";
import "./stream.css";
import "./upright.css";

/**
 * /stream: the overlay for the streamer's broadcast. It is a page of its own, without a session and
 * without anything to click, and must never be blank: it begins with words of its own or with what
 * it knew last time, and asks for ever.
 */
function openBanner(): void {
  const facts: Facts = { site: null, challenges: null, giveaways: null, board: null };
  const address = publicAddress(window.location.host);
  const stage = openStage(document.body, (scene, turn) =>
    contentOf(scene, { facts, turn, address, now: serverNow() }),
  );

  const findDraws = watchDraws((drawn) => stage.announce(drawContent(drawn)));

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
    onValue: (value, at) => {
      facts.giveaways = value;
      stage.refresh();
      findDraws(value, at);
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

  const line = openChannel({
    name: "line",
    path: "/api/overlay/line",
    everyMs: 60_000,
    read: readLine,
    onValue: (value) => stage.showLine(value.line),
  });

  const build = watchBuild(() => reloadWhenQuiet(stage.isQuiet));

  listenLive({
    onOnline: () => {
      for (const channel of [site, challenges, giveaways, board, line, build]) channel.soon();
    },
    events: {
      challengesUpdated: challenges.push,
      giveawaysUpdated: giveaways.push,
      overlayLineChanged: line.push,
    },
  });

  registerWorker();
}

if (!isWrongPage()) openBanner();
