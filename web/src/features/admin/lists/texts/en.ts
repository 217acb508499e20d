export const sortBy = "Sort by";
export const clearSearch = "Clear the search";

export const pagesLabel = "Pages";
export const previous = "Previous";
export const next = "Next";
export const pageOf = (page: string, pages: string) => `Page ${page} of ${pages}`;

export const searchMembers = "Search members";
export const searchMembersHint = "Name, email, account ID or Kick name";
export const members = "The members";
export const loadingMembers = "Loading the members";
export const membersFound = "Members found";
export const noMembers = "There are no members yet.";
export const noMembersFound = (search: string) => `No members match “${search}”.`;
