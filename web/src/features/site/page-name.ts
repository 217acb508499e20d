import { create } from "zustand";

/** The page's name in the title of the window, where its route has one for all of its addresses; null for that name. */
export const usePageName = create<string | null>(() => null);
