import { menu } from "virtual:docs";
import { Link, useLocation } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { cx } from "@/ui/cx";
import * as texts from "./texts/en";

/** The documents beside the one that is open, where there is room. */
export function WideMenu() {
  return (
    <nav aria-label={texts.documents} className="hidden xl:block">
      <div className="sticky top-8 max-h-[calc(100dvh-4rem)] overflow-y-auto [scrollbar-width:thin]">
        <MenuList />
      </div>
    </nav>
  );
}

/** The documents behind a button, which closes when one has been chosen. */
export function FoldedMenu() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === pathname;
  return (
    <nav
      aria-label={texts.documents}
      className="mb-6 rounded-lg border border-line bg-ink-900 xl:hidden"
    >
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpenedAt(isOpen ? null : pathname)}
        className="flex min-h-11 w-full items-center justify-between rounded-lg px-4 text-sm font-medium"
      >
        {texts.documents}
        <ChevronDown
          aria-hidden="true"
          className={cx("size-4.5 text-faint transition-transform", isOpen && "rotate-180")}
        />
      </button>
      {isOpen && (
        <div className="border-t border-line p-3">
          <MenuList />
        </div>
      )}
    </nav>
  );
}

const row = "flex min-h-9 items-center rounded-sm px-3 py-1 text-sm";
const looks = {
  activeOptions: { exact: true, includeSearch: false },
  activeProps: { className: "bg-ink-800 text-text shadow-card" },
  inactiveProps: { className: "text-muted hover:text-text" },
} as const;

function MenuList() {
  return (
    <>
      <Link to="/docs" className={row} {...looks}>
        {texts.overview}
      </Link>
      {menu.map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <p className="eyebrow mt-4 mb-1 px-3">{title}</p>
          <ul>
            {items.map((item) => (
              <li key={item.name}>
                <Link
                  to="/docs/$document"
                  params={{ document: item.name }}
                  className={row}
                  {...looks}
                >
                  {item.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
