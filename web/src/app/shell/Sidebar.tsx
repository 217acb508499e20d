import { lazy, Suspense } from "react";

const NavigationList = lazy(() => import("./NavigationList"));

/** The destinations beside the page, from 768 px. */
export function Sidebar() {
  return (
    <aside className="sticky top-16 hidden h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-r border-line px-3 py-4 [scrollbar-width:thin] md:block">
      <Suspense fallback={null}>
        <NavigationList place="sidebar" />
      </Suspense>
    </aside>
  );
}
