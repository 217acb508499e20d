/** As the server words the reason of points that a person of the panel changed. */
export const anyRole = "an admin";
export const roles = { owner: "the owner", admin: "an admin", moderator: "a moderator" } as const;
