/** One row of the sidebar, a link or a button. */
export const sidebarRow =
  "touch-target flex w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium transition-colors";
export const sidebarRowAtRest = "text-muted hover:bg-ink-850 hover:text-text";
