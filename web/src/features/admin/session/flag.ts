import { stored } from "@/wire/storage";

/**
 * Whether a reload shows the panel or the password gate (docs/decisions.md, A3). It opens nothing: the
 * server asks for the token with every call. Kept apart so that the guards need no more than this.
 */
export const adminFlag = stored({
  name: "adminAuthenticated",
  format: "text",
  parse: (text) => (text === "true" ? text : null),
});
