import { Suspense } from "react";
import { lazyPart } from "@/ui/lazy-part";
import { useMedia, WIDE_SCREEN } from "@/ui/use-media";

const NavigationList = lazyPart(() => import("./NavigationList"));

/** The destinations beside the page, from 1024 px. */
export function Sidebar() {
  const isWide = useMedia(WIDE_SCREEN);
  return (
    <aside className="sticky top-16 hidden h-[calc(100dvh-4rem-var(--message-strip))] overflow-y-auto overscroll-contain border-r border-line px-3 py-3 [scrollbar-width:thin] lg:block">
      {isWide && (
        <Suspense fallback={null}>
          <NavigationList place="sidebar" />
        </Suspense>
      )}
    </aside>
  );
}
