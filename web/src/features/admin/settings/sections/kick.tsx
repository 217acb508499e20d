import { MessageCircle } from "lucide-react";
import { lazy } from "react";
import type { Section } from "../section";
import * as texts from "../texts/kick.en";
import { isValues, type Values } from "../values";

const KickForm = lazy(async () => ({ default: (await import("../kick/KickForm")).KickForm }));

const labels: Readonly<Record<string, string>> = {
  client_id: texts.clientId,
  client_secret: texts.clientSecret,
  id_url: texts.idUrl,
  api_url: texts.apiUrl,
  commands: texts.commands,
  cooldown_seconds: texts.cooldown,
  verify_minutes: texts.verifyMinutes,
  points_for_chatting: texts.chatting,
  chatting_window_minutes: texts.chattingWindow,
  chatting_daily_max: texts.chattingMax,
  sign_in: texts.signIn,
};
const ofTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  words: texts.words,
  replies: texts.replyNames,
};

function labelOf(key: string): string {
  const [table = "", name = ""] = key.split(".");
  return labels[key] ?? ofTables[table]?.[name] ?? key;
}

/** What the server would refuse, in the words of the form. */
function check({ words, points_for_chatting: points, chatting_daily_max: most }: Values) {
  const wrong = Object.entries(isValues(words) ? words : {}).filter(([, word]) =>
    /\s/.test(String(word)),
  );
  const isAbove = typeof points === "number" && typeof most === "number" && points > most;
  return {
    ...Object.fromEntries(wrong.map(([name]) => [`words.${name}`, texts.wordWrong])),
    ...(isAbove && { points_for_chatting: texts.aboveMax }),
  };
}

export const kick: Section = {
  name: "kick",
  title: texts.title,
  lead: texts.lead,
  Icon: MessageCircle,
  Form: KickForm,
  label: labelOf,
  check,
};
