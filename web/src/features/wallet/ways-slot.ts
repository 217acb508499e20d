import { createContext, type ReactNode } from "react";

/**
 * What a member short of points can do about it. It draws on several features, which may not import
 * each other, so the app provides it.
 */
export const WaysSlot = createContext<ReactNode>(null);
