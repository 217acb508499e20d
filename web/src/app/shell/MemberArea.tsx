import { type ComponentType, useState } from "react";
import { type Member, useMember } from "@/features/session/store";
import { toast } from "@/ui/toast";
import { MemberButton } from "./MemberButton";

type MemberMenu = ComponentType<{ member: Member }>;

const loadMenu = () => import("./MemberMenu");
const fetchAhead = () => void loadMenu().catch(() => undefined);

/**
 * The member's corner of the top bar. Only its button is there at first: the menu is fetched when
 * somebody comes near the button, and takes its place, open, when it is pressed. So the focus goes
 * from the button straight into the menu, the first time too.
 */
export default function MemberArea() {
  const member = useMember();
  const [menu, setMenu] = useState<{ Menu: MemberMenu } | null>(null);
  const [opening, setOpening] = useState(false);
  if (member === null) return null;
  if (menu !== null) return <menu.Menu member={member} />;

  const open = async () => {
    setOpening(true);
    try {
      setMenu({ Menu: (await loadMenu()).default });
    } catch {
      toast({ text: "The menu could not be loaded. Please try again.", tone: "error" });
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
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onClick={() => void open()}
    />
  );
}
