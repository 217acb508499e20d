import { formatCount } from "@/ui/format/words";

export const nonePending = "No requests are waiting";
export const newRequestsWillAppear = "New requests will appear here automatically.";
export const noApprovedNames = "No approved names";
export const namesApproveListedHere = "Names you approve are listed here.";
export const noRejectedNames = "No rejected names";
export const namesRejectListedHere = "Names you reject are listed here.";
export const theNames = "The names";
export const found = (total: number) => `${formatCount(total, "request")} found`;
export const noRequestsMatch = "No requests match";
export const clearSearch = "Clear the search";
export const noneMatch = {
  pending: (search: string) => `No pending names match “${search}”.`,
  approved: (search: string) => `No approved names match “${search}”.`,
  rejected: (search: string) => `No rejected names match “${search}”.`,
};
export const loadingNames = "Loading the names";
export const deletedMember = "Deleted member";
export const member = "Member";
export const name = "Name";
export const submitted = "Submitted";
export const processed = "Processed";
export const note = "Note";
export const approve = (nameText: string | number, memberText: string | number) =>
  `Approve ${nameText} of ${memberText}`;
export const approveText = "Approve";
export const reject = (nameText: string | number, memberText: string | number) =>
  `Reject ${nameText} of ${memberText}`;
export const rejectText = "Reject";
export const account = (usernameText: string | number) => `Account of ${usernameText}`;

export const gamingApprovals = "Gaming Approvals";
export const namesCasinoMembersSay =
  "Casino names that members claim as theirs. A name can belong to only one member.";
export const searchNames = "Search the names";
export const memberNameCasinoNote = "Member, name at the casino or note";
export const requestsState = "Requests by state";

export const textApprove = (platform_username: string | number) => `Approve ${platform_username}?`;
export const approveEffect = (
  platform: string | number,
  platform_username: string | number,
  approval: string | number,
) => `The ${platform} name ${platform_username} will belong to ${approval} and to no one else.`;
export const textReject = (platform_username: string | number) => `Reject ${platform_username}?`;
export const theMember = "The member";
export const mayAskNameAgain = (part: string | number) => `${part} may ask for a name again.`;
export const reasonOptional = "Reason (optional)";
export const memberSees = "The member sees it.";

export const pending = "Pending";
export const approved = "Approved";
export const rejected = "Rejected";
export const newest = "Newest";
export const oldest = "Oldest";
export const username = "Username";

export const deletedMemberInSentence = "a deleted member";
