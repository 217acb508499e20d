import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import type { AuditItem } from "./queries";
import { sentenceOf } from "./sentence";
import { changeOf } from "./test-audit";

const textOf = (item: AuditItem) => render(<p>{sentenceOf(item)}</p>).container.textContent;

const names = {
  "giveaway:3": "Friday drop",
  "user:9": "koala",
  "hunt:2": "Sunday",
  "challenge:5": "Big win",
  "purchase:8": "Hat",
};
const named: readonly [sentence: string, item: AuditItem][] = [
  [
    "Mia ended giveaway “Friday drop” early: koala won with one of 40 tickets",
    changeOf("giveaway.end", "giveaway:3", { tickets: 40 }, { winner: "user:9" }, { names }),
  ],
  [
    "Mia entered the proof of giveaway “Friday drop” from before the restore: koala won",
    changeOf("giveaway.old_proof", "giveaway:3", null, { winner: "user:9" }, { names }),
  ],
  [
    "Mia opened Wild Emu in bonus hunt “Sunday”: it paid $5.00",
    changeOf(
      "hunts.slot.play",
      "hunt:2",
      {},
      { slot: { name: "Wild Emu", win: "$5.00" } },
      { names },
    ),
  ],
  [
    "Mia set bonus hunt “Sunday” to live",
    changeOf("hunts.override", "hunt:2", { status: null }, { status: "live" }, { names }),
  ],
  [
    "Mia paid koala 200 points for challenge “Big win”",
    changeOf(
      "challenges.award",
      "challenge:5 user:9",
      {},
      { points: 200 },
      {
        names,
        subjectName: "koala",
      },
    ),
  ],
  [
    "Mia named koala as their own account",
    changeOf("person.account", "person:3", null, { user: 9 }, { names, subjectName: "Mia" }),
  ],
  [
    "Mia set purchase 8 (“Hat”) of koala to completed",
    changeOf(
      "shop.purchase",
      "purchase:8 user:9",
      null,
      { status: "completed" },
      {
        names,
        subjectName: "koala",
      },
    ),
  ],
];

it.each(named)("names what an entry refers to as it is called now: %s", (sentence, item) => {
  expect(textOf(item)).toBe(sentence);
});
