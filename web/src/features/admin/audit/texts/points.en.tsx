import type { ReactNode } from "react";
import { formatPoints } from "@/ui/format/numbers";
import { formatPointCount, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";
import type { Facts, Sentence } from "../facts";

const withReason = (sentence: ReactNode, reason: string | undefined): ReactNode =>
  reason === undefined ? (
    sentence
  ) : (
    <>
      {sentence}: {reason}
    </>
  );

/** What a balance has more than before. */
function gainOf({ before, after }: Facts): number | undefined {
  const [was, is] = [before.numbers.points, after.numbers.points];
  return was === undefined || is === undefined ? undefined : is - was;
}

/** What made points, other than giving them to a member. */
const makers: Readonly<Record<string, string>> = {
  challenges: "rewards of challenges",
  award: "the award of a challenge",
  casino_name: "the approval of a casino name",
  verify_link: "a link that verifies an email",
  everyone: "a grant to all members",
  import: "an import",
  import_line: "a line of an import",
};

const madeBy = ({ after }: Facts): string | undefined => makers[after.texts.made ?? ""];

/** Who made points, and for whom or by what. */
const making = (facts: Facts): ReactNode => {
  const { who, whom, after } = facts;
  const [points, by] = [formatPointCount(after.numbers.points ?? 0), madeBy(facts)];
  return by === undefined ? (
    <>
      {who} gave {whom} {points}
    </>
  ) : (
    <>
      {who} made {points} by {by}
    </>
  );
};

/** Why a sum was unusual. */
const alerts: Readonly<Record<string, Sentence>> = {
  large: (facts) => <>Alert: {making(facts)} at once</>,
  day: (facts) => (
    <>
      Alert: {making(facts)} and has given {formatPoints(facts.after.numbers.day ?? 0)} in one day
    </>
  ),
  own_account: ({ who, whom, after }) => (
    <>
      Alert: {who} gave {whom} {formatPointCount(after.numbers.points ?? 0)} in a browser that has
      logged in as this member
    </>
  ),
};

/** Sentences about points, by action. */
export const pointsSentences: Readonly<Record<string, Sentence>> = {
  "points.add": (facts) => {
    const gain = gainOf(facts);
    if (gain === undefined) return null;
    const { who, whom, after } = facts;
    return withReason(
      <>
        {who} gave {whom} {formatPointCount(gain)}
      </>,
      after.texts.reason,
    );
  },
  "points.remove": (facts) => {
    const gain = gainOf(facts);
    if (gain === undefined) return null;
    const { who, whom, after } = facts;
    return withReason(
      <>
        {who} took {formatPointCount(-gain)} from {whom}
      </>,
      after.texts.reason,
    );
  },
  "points.set": ({ who, whom, before, after }) => {
    const [was, is] = [before.numbers.points, after.numbers.points];
    if (was === undefined || is === undefined) return null;
    return withReason(
      <>
        {who} set the {pointsName} of {whom} to {formatPoints(is)} (before {formatPoints(was)})
      </>,
      after.texts.reason,
    );
  },
  "points.undo": (facts) => {
    const gain = gainOf(facts);
    if (gain === undefined) return null;
    const { who, whom } = facts;
    return (
      <>
        {who} took back {formatPointCount(-gain)} given to {whom}
      </>
    );
  },
  "points.counted": (facts) => {
    const { points, ended } = facts.after.numbers;
    const by = madeBy(facts);
    if (points === undefined || by === undefined) return null;
    // It was taken back on a later day than the one on which it counted.
    if (points === 0 && ended !== undefined)
      return <>The alert about import {ended} ended: it was taken back</>;
    return points < 0 ? (
      <>
        No longer counted against the limits of {facts.whom}: {formatPointCount(-points)} by {by}
      </>
    ) : (
      <>
        Counted against the limits of {facts.whom}: {formatPointCount(points)} by {by}
      </>
    );
  },
  "points.alert": (facts) => alerts[facts.after.texts.reason ?? ""]?.(facts),
  "points.global": ({ who, after }) => {
    const [amount, members] = [after.numbers.amount, after.numbers.members];
    if (amount === undefined || members === undefined) return null;
    return withReason(
      <>
        {who} gave everyone {formatPointCount(amount)} ({formatCount(members, "member")})
      </>,
      after.texts.reason,
    );
  },
  "points.import": ({ who, after }) => {
    const [points, lines] = [after.numbers.points, after.numbers.lines];
    if (points === undefined || lines === undefined) return null;
    return (
      <>
        {who} imported a file with {formatPointCount(points)} in {formatCount(lines, "line")}
      </>
    );
  },
  "points.import-credit": ({ who, whom, before, after }) => {
    const [points, line] = [after.numbers.points, before.numbers.line];
    if (points === undefined || line === undefined) return null;
    return (
      <>
        {who} paid {whom} {formatPointCount(points)} of line {line} of an import
      </>
    );
  },
  "points.import-credit-linked": ({ who, after }) => {
    const [points, lines] = [after.numbers.points, after.numbers.lines];
    if (points === undefined || lines === undefined) return null;
    return (
      <>
        {who} credited {formatCount(lines, "waiting line")} of imports with{" "}
        {formatPointCount(points)} to linked Kick accounts
      </>
    );
  },
  "points.import-take-back": ({ who, ids, before }) => {
    const lines = before.numbers.lines;
    if (ids.import === undefined || lines === undefined) return null;
    return (
      <>
        {who} took back import {ids.import} ({formatCount(lines, "line")})
      </>
    );
  },
  "points.import-remove": ({ who, before }) => {
    const [points, line] = [before.numbers.points, before.numbers.line];
    if (points === undefined || line === undefined) return null;
    return (
      <>
        {who} removed line {line} of an import with {formatPointCount(points)}
      </>
    );
  },
  "points.export": ({ who }) => (
    <>
      {who} exported all members with their {pointsName}
    </>
  ),
};
