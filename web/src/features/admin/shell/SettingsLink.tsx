import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

type SettingsLinkProps = { section: string; children: ReactNode };

/** The way to a section of the settings, within a sentence. */
export function SettingsLink({ section, children }: SettingsLinkProps) {
  return (
    <Link
      to="/admin/settings/$section"
      params={{ section }}
      className="font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
    >
      {children}
    </Link>
  );
}
