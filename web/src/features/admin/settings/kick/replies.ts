import * as texts from "../texts/kick.en";

export type ReplyName = keyof typeof texts.replyNames;

/** What may be filled into each reply; the server has the same list (`server/app/src/config/kick.rs`). */
export const placeholdersOf: Readonly<Record<ReplyName, readonly string[]>> = {
  how_to_link: ["page"],
  unknown_code: ["page"],
  link_requested: ["name", "page", "minutes", "unlink"],
  link_already_requested: ["name", "page", "unlink"],
  linked_already: ["name", "unlink"],
  sender_linked_on_site: ["name", "page"],
  sender_linked_in_chat: ["name", "unlink"],
  account_linked_elsewhere: [],
  not_linked: [],
  request_withdrawn: ["name"],
  linked_on_site: ["name", "page"],
  unlinked: ["name"],
  asked_too_often: [],
  not_possible_now: [],
  balance: ["amount", "points"],
  claim_open: ["page"],
  claim_done: [],
  giveaways_open: ["titles"],
  giveaways_none: [],
};

/** Replies by what they are about. */
export const groups: readonly { title: string; replies: readonly ReplyName[] }[] = [
  {
    title: texts.onLinking,
    replies: [
      "how_to_link",
      "unknown_code",
      "link_requested",
      "link_already_requested",
      "linked_already",
      "sender_linked_on_site",
      "sender_linked_in_chat",
      "account_linked_elsewhere",
      "not_linked",
      "request_withdrawn",
      "linked_on_site",
      "unlinked",
      "asked_too_often",
      "not_possible_now",
    ],
  },
  {
    title: texts.onRewards,
    replies: ["balance", "claim_open", "claim_done", "giveaways_open", "giveaways_none"],
  },
];
