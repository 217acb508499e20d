import { lazy, Suspense, useState } from "react";
import { useMember } from "@/features/session/store";
import { MemberButton } from "./MemberButton";

const MemberMenu = lazy(() => import("./MemberMenu"));

/** The member's corner of the top bar. The menu itself is loaded after the page. */
export default function MemberArea() {
  const member = useMember();
  const [wanted, setWanted] = useState(false);
  if (member === null) return null;
  // A press before the menu is there opens it on arrival.
  return (
    <Suspense fallback={<MemberButton member={member} onClick={() => setWanted(true)} />}>
      <MemberMenu member={member} openAtOnce={wanted} />
    </Suspense>
  );
}
