import * as texts from "./texts/en";
/** The states of a request, in the words of the address and of the server. */
export const states = [
  { value: "pending", label: texts.pending },
  { value: "approved", label: texts.approved },
  { value: "rejected", label: texts.rejected },
] as const;

export type ApprovalState = (typeof states)[number]["value"];

/** What the requests can be sorted by, in the same words. */
export const orders = [
  { value: "newest", label: texts.newest },
  { value: "oldest", label: texts.oldest },
  { value: "username", label: texts.username },
] as const;

/** Which requests are on show. */
export type ApprovalsSearch = {
  page: number;
  q: string;
  status: ApprovalState;
  sort: (typeof orders)[number]["value"];
};
