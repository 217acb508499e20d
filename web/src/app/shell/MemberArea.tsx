import { type ComponentType, lazy, Suspense, useState } from "react";
import { type Member, useMember } from "@/features/session/store";
import { IfOn } from "@/features/site/PageLink";
import { useSite } from "@/features/site/queries";
import { fetchedAhead } from "@/ui/fetched-ahead";
import { toast } from "@/ui/toast";
import { MemberButton } from "./MemberButton";
import * as texts from "./texts/en";

type MemberMenu = ComponentType<{ member: Member }>;

const loadMenu = () => import("./MemberMenu");
// A page without them is better than none.
const loadRequests = () => import("@/features/account/ChatRequests");
const ChatRequests = lazy(() => loadRequests().catch(() => ({ default: () => null })));
const loadNotice = () => import("@/features/giveaways/WinNotice");
const WinNotice = lazy(() => loadNotice().catch(() => ({ default: () => null })));
const menuAhead = fetchedAhead(loadMenu);

/** The member's corner of the top bar, and what the site tells or asks them on whatever page they are. */
export default function MemberArea() {
  const member = useMember();
  const hasChat = useSite()?.features.chat === true;
  if (member === null) return null;
  return (
    <>
      <IfOn page="/giveaways">
        <Suspense fallback={null}>
          <WinNotice key={member.id} memberId={member.id} />
        </Suspense>
      </IfOn>
      <Menu member={member} />
      {hasChat && member.isActive && (
        <Suspense fallback={null}>
          <ChatRequests key={member.id} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Only the button of the menu is there at first: the menu is fetched when somebody comes near the
 * button, and takes its place, open, when it is pressed. So the focus goes from the button straight
 * into the menu, the first time too.
 */
function Menu({ member }: { member: Member }) {
  const [menu, setMenu] = useState<{ Menu: MemberMenu } | null>(null);
  const [opening, setOpening] = useState(false);
  if (menu !== null) return <menu.Menu member={member} />;

  const open = async () => {
    setOpening(true);
    try {
      setMenu({ Menu: (await loadMenu()).default });
    } catch {
      toast({ text: texts.menuCouldNotLoaded, tone: "error" });
    } finally {
      setOpening(false);
    }
  };
  return (
    <MemberButton
      member={member}
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={opening || undefined}
      {...menuAhead}
      onClick={() => void open()}
    />
  );
}
