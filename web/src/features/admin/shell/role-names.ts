import type { Role } from "../session/rights";
import * as texts from "./texts/en";

export const roleNames: Readonly<Record<Role, string>> = {
  owner: texts.owner,
  admin: texts.adminRole,
  moderator: texts.moderator,
};
