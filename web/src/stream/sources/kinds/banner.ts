import { serverNow } from "@/wire/server-clock";
import { watchDraws } from "../../draws";
import { type Facts, type Giveaway, readBoard, readChallenges, readGiveaways } from "../../facts";
import { type Layout, layoutWithin, UPRIGHT } from "../../layout";
import { contentOf, drawContent, type Scene } from "../../scenes";
import { type Loop, openStage, type Stage } from "../../stage";
import { arrangementOf, type Plate, placementOf } from "../placement";
import { readFields, readNames, readWithin } from "../read";
import type { SourceState } from "../state";
import type { View } from "../view";
import "../../stream.css";
import "../../upright.css";

type Options = { scenes: readonly Scene[]; sceneMs: number; restMs: number };

/** As the settings name the scenes. */
const NAMES = {
  site: "intro",
  challenges: "challenges",
  giveaways: "giveaways",
  points: "points",
  sign_up: "signup",
} as const;
const CHOICES = ["site", "challenges", "giveaways", "points", "sign_up"] as const;

export function readOptions({ options }: SourceState): Options {
  return {
    scenes: readNames(options.scenes, CHOICES).map((name) => NAMES[name]),
    sceneMs: readWithin(options.sceneSeconds, [2, 60], 4) * 1_000,
    restMs: readWithin(options.restSeconds, [0, 3_600], 60) * 1_000,
  };
}

function readFacts({ facts, site, now }: SourceState): Facts {
  const { name, mark, promoCode, casinoName, timezone } = site;
  const board = readBoard(readFields(facts.board));
  return {
    site: name === "" ? null : { name, mark, promoCode, casinoName, timezone },
    challenges: readChallenges(facts.challenges),
    giveaways: readGiveaways(facts.giveaways),
    board: board && { ...board, at: now },
  };
}

function layoutFor(canvas: { width: number; height: number }, place: Plate): Layout {
  if (canvas.width >= canvas.height) return layoutWithin(placementOf(canvas, place));
  return {
    ...arrangementOf(canvas, place, [{ name: "upright", ...UPRIGHT }]),
    shape: "upright",
  };
}

/** The banner of /stream as a source: chosen scenes, and a rest after each round. */
export function open(page: HTMLElement): View {
  let facts: Facts = { site: null, challenges: null, giveaways: null, board: null };
  let address: string | null = null;
  let stage: Stage | null = null;
  let made = "";
  let place: Plate = { x: 0, y: 0, width: 1420, height: 306 };
  let isTest = false;
  let rows: readonly Giveaway[] | null = null;
  const findDraws = watchDraws((drawn) => stage?.announce(drawContent(drawn)));

  const reopen = (options: Options) => {
    stage?.close();
    const loop: Loop = {
      ...options,
      layout: (width, height) => layoutFor({ width, height }, place),
    };
    stage = openStage(
      page,
      (scene, turn) => contentOf(scene, { facts, turn, address, now: serverNow() }),
      loop,
    );
  };
  return {
    update: (state, isLive) => {
      const read = readFacts(state);
      // Times that are left are not shown without the server.
      facts = isLive ? read : { ...read, giveaways: null };
      address = state.site.address === "" ? null : state.site.address;
      place = state.plate;
      const options = readOptions(state);
      const key = JSON.stringify(options);
      if (key === made) {
        stage?.fit();
        stage?.refresh();
      } else {
        made = key;
        reopen(options);
      }
      // An example is its draw, which is shown at once, also during a rest.
      const known = rows;
      const isExample = ({ id, winner }: Giveaway) =>
        winner !== null && known?.some((one) => one.id === id) !== true;
      const example = state.isTest && !isTest ? read.giveaways?.find(isExample) : undefined;
      isTest = state.isTest;
      if (example !== undefined) stage?.announce(drawContent(example));
      if (!isLive) rows = null;
      if (!isLive || state.isTest || read.giveaways === null) return;
      // The server sends changes only: what was known before has been so until now.
      if (rows !== null) findDraws(rows, serverNow());
      rows = read.giveaways;
      findDraws(rows, serverNow());
    },
    isQuiet: () => stage === null || stage.isQuiet(),
    close: () => stage?.close(),
  };
}
