import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { Values } from "./values";

/** A section of the settings: a file in `sections` with its form, listed in `sections.ts`. */
export type Section = {
  /** Its name on the server. */
  name: string;
  title: string;
  /** One sentence about what it has. */
  lead: string;
  Icon: LucideIcon;
  Form: ComponentType;
  /** The name of a key for people. */
  label: (key: string) => string;
  /** A value in words; null where the common way will do. */
  show?: (key: string, value: unknown) => string | null;
  /** The values as its form edits them, and back. */
  toForm?: (values: Values) => Values;
  fromForm?: (values: Values) => Values;
  /** What is wrong with what was typed, by path, besides what the fields find themselves. */
  check?: (values: Values) => Readonly<Record<string, string>>;
};
