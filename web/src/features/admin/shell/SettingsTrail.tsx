import { Link } from "@tanstack/react-router";
import * as texts from "./texts/en";

/** The way from a page of the settings back to their overview. */
export function SettingsTrail({ title }: { title: string }) {
  return (
    <nav aria-label={texts.breadcrumb} className="mb-4 text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-2">
        <li className="shrink-0">
          <Link to="/admin/settings" className="font-medium text-text hover:underline">
            {texts.pages.settings}
          </Link>
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page" className="min-w-0 truncate">
          {title}
        </li>
      </ol>
    </nav>
  );
}
