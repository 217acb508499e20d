import { type ComponentType, useEffect, useEffectEvent } from "react";
import { useMember } from "@/features/session/store";

/** Mounts a page again for each member: a login in another window leaves the page open. */
export function perMember(Page: ComponentType): ComponentType {
  return function MemberPage() {
    return <Page key={useMember()?.id} />;
  };
}

type Table<Limits> = {
  enter: (limits: Limits) => void;
  setLimits: (limits: Limits) => void;
  leave: () => void;
};

/** Opens a game's table with its page. The limits may change when the site's rules have been read. */
export function useVisit<Limits>(table: Table<Limits>, limits: Limits): void {
  const enter = useEffectEvent(() => table.enter(limits));
  useEffect(() => {
    enter();
    return table.leave;
  }, [table]);
  useEffect(() => table.setLimits(limits), [table, limits]);
}
