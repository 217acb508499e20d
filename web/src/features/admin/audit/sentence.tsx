import type { ReactNode } from "react";
import { type Facts, idsIn, isOwn, readSide, type Sentence } from "./facts";
import type { AuditItem } from "./queries";
import * as texts from "./texts/en";
import { gamesSentences } from "./texts/games.en";
import { accountsSentences } from "./texts/people.en";
import { pointsSentences } from "./texts/points.en";
import { siteSentences } from "./texts/site.en";

/** The sentences of all actions that the server writes. */
export const sentences: Readonly<Record<string, Sentence>> = {
  ...pointsSentences,
  ...accountsSentences,
  ...gamesSentences,
  ...siteSentences,
};

/** What an entry says: who did what. An action without a sentence is named as the server names it. */
export function sentenceOf(item: AuditItem): ReactNode {
  const { action, subject } = item;
  const facts = factsOf(item);
  const sentence = Object.hasOwn(sentences, action) ? sentences[action]?.(facts) : null;
  return sentence ?? texts.unknownAction(facts.who, action, subject === "" ? null : facts.whom);
}

function factsOf(item: AuditItem): Facts {
  const { subject, before, after } = item;
  return {
    who: <Name>{actorName(item)}</Name>,
    whom: <Name>{subjectName(item)}</Name>,
    isSelf: isOwn(item),
    nameOf: (reference) => item.names[reference],
    ids: idsIn(subject),
    subject,
    before: readSide(before),
    after: readSide(after),
  };
}

function Name({ children }: { children: string }) {
  return <b className="font-semibold text-text">{children}</b>;
}

/** The name of who made a change. No person and no member is called like the others. */
export function actorName({ actor, name }: AuditItem): string {
  if (actor.split(" ")[0] === "visitor") return texts.visitor;
  const isDeleted = actor.startsWith("member ") && name === actor;
  if (isDeleted) return texts.deletedMember(actor.slice("member ".length));
  return texts.others[actor] ?? name;
}

export function subjectName({ subject, subjectName: name }: AuditItem): string {
  if (name !== null) return name;
  const { user, person } = idsIn(subject);
  if (user !== undefined) return texts.memberNumber(user);
  return person === undefined ? subject : texts.personNumber(person);
}
