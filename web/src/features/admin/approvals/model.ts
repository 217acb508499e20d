/** The states of a request, in the words of the address and of the server. */
export const states = [
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;

export type ApprovalState = (typeof states)[number]["value"];

/** What the requests can be sorted by, in the same words. */
export const orders = [
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
  { value: "username", label: "Username" },
] as const;

/** Which requests are on show. */
export type ApprovalsSearch = {
  page: number;
  q: string;
  status: ApprovalState;
  sort: (typeof orders)[number]["value"];
};
