import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { areaOfSection, useMay } from "../session/rights";

type SettingsLinkProps = { section: string; children: ReactNode };

/** The way to a section of the settings, within a sentence; its name alone for those who may not go there. */
export function SettingsLink({ section, children }: SettingsLinkProps) {
  const mayGo = useMay(areaOfSection(section), "change");
  if (!mayGo) return <strong className="font-semibold text-text">{children}</strong>;
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
