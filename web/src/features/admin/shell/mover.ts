import { type ComponentProps, createContext, use } from "react";

/** How an entry of a sortable list gets to another place. */
export type Mover = {
  title: string;
  /** From 0. */
  place: number;
  count: number;
  isDragged: boolean;
  isDisabled: boolean;
  onMove: (by: -1 | 1) => void;
  /** What makes its grip one that it can be dragged by. */
  grip: ComponentProps<"button">;
};

export const MoverContext = createContext<Mover | null>(null);

/** The mover of the entry around a component; null in a list that is not sortable. */
export const useMover = () => use(MoverContext);
