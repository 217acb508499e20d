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
  /** The page of the panel that has its form, where that is not the page of its settings. */
  page?: "/admin/overlay";
  Form: ComponentType;
  /** The name of a key for people. */
  label: (key: string) => string;
  /** A value in words; null where the common way will do. */
  show?: (key: string, value: unknown) => string | null;
  /** The values as its form edits them, and back. */
  toForm?: (values: Values) => Values;
  fromForm?: (values: Values) => Values;
  /**
   * The values as two versions of them are compared, and back: the entries of a list by their ids, so that what two
   * admins have changed in different entries can be kept together.
   */
  toCompare?: (values: Values) => Values;
  fromCompare?: (values: Values) => Values;
  /** What is wrong with what was typed, by path, besides what the fields find themselves. */
  check?: (values: Values) => Readonly<Record<string, string>>;
};
