import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { Sheet } from "@/ui/Dialog";
import NavigationList from "./NavigationList";
import * as texts from "./texts/en";

type MobileMenuProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** The slide-out menu of narrow screens. It closes when a destination has been reached. */
export default function MobileMenu({ open, onOpenChange }: MobileMenuProps) {
  const href = useLocation({ select: (location) => location.href });
  const openedAt = useRef(href);
  useEffect(() => {
    if (openedAt.current === href) return;
    openedAt.current = href;
    onOpenChange(false);
  }, [href, onOpenChange]);
  return (
    <Sheet side="left" title={texts.menu} open={open} onOpenChange={onOpenChange}>
      <div className="px-3 pt-2 pb-6">
        <NavigationList place="mobile" />
      </div>
    </Sheet>
  );
}
