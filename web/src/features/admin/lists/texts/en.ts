export const sort = "Sort by";

export const searchMembers = "Search members";
export const nameEmailAccountId = "Name, email, account ID or Kick name";
export const retry = "Retry";
export const loadingMembers = "Loading the members";
export const thereNoMembersYet = "There are no members yet.";
export const nobodyFits = (q: string | number) => `No members match “${q}”.`;
export const membersFound = "Members found";

export const pages = "Pages";
export const previous = "Previous";
export const page = (pageText: string | number, pagesText: string | number) =>
  `Page ${pageText} of ${pagesText}`;
export const next = "Next";

export const clearSearch = "Clear the search";
