import type { ReactNode } from "react";
import type { Member } from "@/features/session/store";

/** Forms that an inactive account cannot use (docs/decisions.md, A10): off, as the notice at the top says. */
export function OnlyActive({ member, children }: { member: Member; children: ReactNode }) {
  return (
    <fieldset
      disabled={!member.isActive}
      className="contents disabled:[&_:is(button,input)]:opacity-50"
    >
      {children}
    </fieldset>
  );
}
