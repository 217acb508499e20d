import { gameName } from "@/features/games/registry";
import { rewriteDollars } from "@/ui/format/dollars";
import { formatList } from "@/ui/format/lists";
import { formatPoints } from "@/ui/format/numbers";
import { formatPointCount } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Facts, Sentence } from "../facts";
import { memberOf } from "./members.en";

const giveawaySentences: Readonly<Record<string, Sentence>> = {
  "giveaway.create": (facts) => (
    <>
      {facts.who} created giveaway {quoted(facts, "giveaway", facts.after.texts.title)}
    </>
  ),
  "giveaway.edit": (facts) => (
    <>
      {facts.who} changed giveaway {quoted(facts, "giveaway", facts.after.texts.title)}
    </>
  ),
  "giveaway.delete": (facts) => (
    <>
      {facts.who} deleted giveaway {quoted(facts, "giveaway", facts.before.texts.title)}
    </>
  ),
  "giveaway.end": (facts) => {
    const { who, before, after } = facts;
    const tickets = before.numbers.tickets;
    const [giveaway, winner] = [quoted(facts, "giveaway"), after.texts.winner];
    if (tickets === undefined) return null;
    return winner === undefined ? (
      <>
        {who} ended giveaway {giveaway} early: no winner among {formatCount(tickets, "ticket")}
      </>
    ) : (
      <>
        {who} ended giveaway {giveaway} early: {memberOf(facts, winner)} won with one of{" "}
        {formatCount(tickets, "ticket")}
      </>
    );
  },
  "giveaway.old_proof": (facts) => (
    <>
      {facts.who} entered the proof of giveaway {quoted(facts, "giveaway")} from before the restore:{" "}
      {oldResult(facts)}
    </>
  ),
};

function oldResult(facts: Facts): string {
  const { winner } = facts.after.texts;
  if (winner !== undefined) return `${memberOf(facts, winner)} won`;
  return facts.after.numbers.winnerIndex === undefined
    ? "no winner"
    : "an account won that is no longer here";
}

/** The title of the subject in quotes: the one of that time, or the present one; the number of what was deleted. */
function quoted({ ids, nameOf }: Facts, kind: string, title?: string): string | undefined {
  const name = title ?? nameOf(`${kind}:${ids[kind]}`);
  return name === undefined ? ids[kind] : `“${name}”`;
}

const statuses: Readonly<Record<string, string>> = {
  live: "live",
  active: "active",
  completed: "completed",
};

const huntSentences: Readonly<Record<string, Sentence>> = {
  "hunts.create": (facts) => (
    <>
      {facts.who} created bonus hunt {quoted(facts, "hunt", facts.after.texts.name)}
    </>
  ),
  "hunts.edit": (facts) => (
    <>
      {facts.who} changed bonus hunt {quoted(facts, "hunt", facts.after.texts.name)}
    </>
  ),
  "hunts.delete": (facts) => (
    <>
      {facts.who} deleted bonus hunt {quoted(facts, "hunt", facts.before.inner.hunt?.texts.name)}{" "}
      with {formatCount(facts.before.numbers.slots ?? 0, "slot")}
    </>
  ),
  "hunts.import": (facts) => (
    <>
      {facts.who} imported bonus hunt {quoted(facts, "hunt", facts.after.inner.hunt?.texts.name)}{" "}
      with {formatCount(facts.after.numbers.slots ?? 0, "slot")}
    </>
  ),
  "hunts.slot.add": (facts) => (
    <>
      {facts.who} added {facts.after.inner.slot?.texts.name} to bonus hunt {quoted(facts, "hunt")}
    </>
  ),
  "hunts.slot.edit": (facts) => (
    <>
      {facts.who} changed {facts.after.inner.slot?.texts.name} in bonus hunt {quoted(facts, "hunt")}
    </>
  ),
  "hunts.slot.play": (facts) => {
    const { who, after } = facts;
    const { name, win } = after.inner.slot?.texts ?? {};
    if (win === undefined) return null;
    return (
      <>
        {who} opened {name} in bonus hunt {quoted(facts, "hunt")}: it paid {rewriteDollars(win)}
      </>
    );
  },
  "hunts.slot.delete": (facts) => (
    <>
      {facts.who} deleted {facts.before.inner.slot?.texts.name} from bonus hunt{" "}
      {quoted(facts, "hunt")}
    </>
  ),
  "hunts.override": (facts) => {
    const { who, before, after } = facts;
    const hunt = quoted(facts, "hunt");
    const [was, is] = [before.texts.status, after.texts.status];
    if (was === is) {
      return (
        <>
          {who} changed the tips of bonus hunt {hunt}
        </>
      );
    }
    return is === undefined ? (
      <>
        {who} let the status of bonus hunt {hunt} follow its slots again
      </>
    ) : (
      <>
        {who} set bonus hunt {hunt} to {statuses[is] ?? is}
      </>
    );
  },
};

const gameSentences: Readonly<Record<string, Sentence>> = {
  "budget.reset": ({ who, ids, before }) => (
    <>
      {who} reset today's prize budget of {gameName(ids.game ?? "")} (
      {formatPoints(before.numbers.used ?? 0)} used)
    </>
  ),
  "livebets.test": ({ who }) => <>{who} sent a test bet to the live bets</>,
  "maintenance.game": ({ who, subject, after }) => {
    const games = formatList(subject.split(",").map(gameName));
    const isDisabled = Object.values(after.inner.disabled?.flags ?? {}).at(0);
    if (isDisabled === undefined) return null;
    return isDisabled ? (
      <>
        {who} disabled {games}
      </>
    ) : (
      <>
        {who} enabled {games}
      </>
    );
  },
  "challenges.publish": ({ who, after }) => (
    <>
      {who} published {formatCount(after.numbers.challenges ?? 0, "challenge")}
    </>
  ),
  "challenges.award": (facts) => (
    <>
      {facts.who} paid {facts.whom} {formatPointCount(facts.after.numbers.points ?? 0)} for
      challenge {quoted(facts, "challenge")}
    </>
  ),
};

/** Sentences about giveaways, bonus hunts, games and challenges, by action. */
export const gamesSentences: Readonly<Record<string, Sentence>> = {
  ...giveawaySentences,
  ...huntSentences,
  ...gameSentences,
};
