import { gameName } from "@/features/games/registry";
import { rewriteDollars } from "@/ui/format/dollars";
import { formatList } from "@/ui/format/lists";
import { formatPoints } from "@/ui/format/numbers";
import { formatPointCount } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Sentence } from "../facts";

const giveawaySentences: Readonly<Record<string, Sentence>> = {
  "giveaway.create": ({ who, ids, after }) => (
    <>
      {who} created giveaway {quoted(after.texts.title, ids.giveaway)}
    </>
  ),
  "giveaway.edit": ({ who, ids, after }) => (
    <>
      {who} changed giveaway {quoted(after.texts.title, ids.giveaway)}
    </>
  ),
  "giveaway.delete": ({ who, ids, before }) => (
    <>
      {who} deleted giveaway {quoted(before.texts.title, ids.giveaway)}
    </>
  ),
  "giveaway.end": ({ who, ids, before, after }) => {
    const tickets = before.numbers.tickets;
    const [id, winner] = [ids.giveaway, after.texts.winner];
    if (tickets === undefined) return null;
    return winner === undefined ? (
      <>
        {who} ended giveaway {id} early: no winner among {formatCount(tickets, "ticket")}
      </>
    ) : (
      <>
        {who} ended giveaway {id} early: member {winner.split(":")[1]} won with one of{" "}
        {formatCount(tickets, "ticket")}
      </>
    );
  },
  "giveaway.old_proof": ({ who, ids, after }) => (
    <>
      {who} entered the proof of giveaway {ids.giveaway} from before the restore:{" "}
      {after.texts.winner !== undefined
        ? `member ${after.texts.winner.split(":")[1]} won`
        : after.numbers.winnerIndex === undefined
          ? "no winner"
          : "an account won that is no longer here"}
    </>
  ),
};

/** A title in quotes, or the number where a long entry was cut. */
const quoted = (title: string | undefined, id: string | undefined) =>
  title === undefined ? id : `“${title}”`;

const statuses: Readonly<Record<string, string>> = {
  live: "live",
  active: "active",
  completed: "completed",
};

const huntSentences: Readonly<Record<string, Sentence>> = {
  "hunts.create": ({ who, ids, after }) => (
    <>
      {who} created bonus hunt {quoted(after.texts.name, ids.hunt)}
    </>
  ),
  "hunts.edit": ({ who, ids, after }) => (
    <>
      {who} changed bonus hunt {quoted(after.texts.name, ids.hunt)}
    </>
  ),
  "hunts.delete": ({ who, ids, before }) => (
    <>
      {who} deleted bonus hunt {quoted(before.inner.hunt?.texts.name, ids.hunt)} with{" "}
      {formatCount(before.numbers.slots ?? 0, "slot")}
    </>
  ),
  "hunts.import": ({ who, ids, after }) => (
    <>
      {who} imported bonus hunt {quoted(after.inner.hunt?.texts.name, ids.hunt)} with{" "}
      {formatCount(after.numbers.slots ?? 0, "slot")}
    </>
  ),
  "hunts.slot.add": ({ who, ids, after }) => (
    <>
      {who} added {after.inner.slot?.texts.name} to bonus hunt {ids.hunt}
    </>
  ),
  "hunts.slot.edit": ({ who, ids, after }) => (
    <>
      {who} changed {after.inner.slot?.texts.name} in bonus hunt {ids.hunt}
    </>
  ),
  "hunts.slot.play": ({ who, ids, after }) => {
    const { name, win } = after.inner.slot?.texts ?? {};
    if (win === undefined) return null;
    return (
      <>
        {who} opened {name} in bonus hunt {ids.hunt}: it paid {rewriteDollars(win)}
      </>
    );
  },
  "hunts.slot.delete": ({ who, ids, before }) => (
    <>
      {who} deleted {before.inner.slot?.texts.name} from bonus hunt {ids.hunt}
    </>
  ),
  "hunts.override": ({ who, ids, before, after }) => {
    const [was, is] = [before.texts.status, after.texts.status];
    if (was === is) {
      return (
        <>
          {who} changed the tips of bonus hunt {ids.hunt}
        </>
      );
    }
    return is === undefined ? (
      <>
        {who} let the status of bonus hunt {ids.hunt} follow its slots again
      </>
    ) : (
      <>
        {who} set bonus hunt {ids.hunt} to {statuses[is] ?? is}
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
  "challenges.award": ({ who, whom, ids, after }) => (
    <>
      {who} paid {whom} {formatPointCount(after.numbers.points ?? 0)} for challenge {ids.challenge}
    </>
  ),
};

/** Sentences about giveaways, bonus hunts, games and challenges, by action. */
export const gamesSentences: Readonly<Record<string, Sentence>> = {
  ...giveawaySentences,
  ...huntSentences,
  ...gameSentences,
};
