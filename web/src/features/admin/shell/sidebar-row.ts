/** One row of the sidebar, a link or a button. With a mouse, all are in sight on a screen of 800 px. */
export const sidebarRow =
  "min-h-7.75 pointer-coarse:min-h-11 flex w-full items-center gap-3 rounded-md px-3 text-left text-sm font-medium transition-colors";
export const sidebarRowAtRest = "text-muted hover:bg-ink-850 hover:text-text";
