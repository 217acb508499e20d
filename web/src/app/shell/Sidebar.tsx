import { NavigationList } from "./NavigationList";

/** The destinations beside the page, from 768 px. */
export function Sidebar() {
  return (
    <aside className="sticky top-16 hidden h-[calc(100dvh-4rem)] overflow-y-auto overscroll-contain border-r border-line px-3 py-4 [scrollbar-width:thin] md:block">
      <NavigationList place="sidebar" />
    </aside>
  );
}
