import { roleNames } from "../shell/role-names";
import type { InvitedRole } from "./queries";

/** The roles that a person can be given: all but the owner's. */
export const roleChoices: readonly { value: InvitedRole; label: string }[] = [
  { value: "moderator", label: roleNames.moderator },
  { value: "admin", label: roleNames.admin },
];
