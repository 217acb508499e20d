import { useMatches, useRouter } from "@tanstack/react-router";
import { useEffect, useLayoutEffect, useState } from "react";
import { useIsOn } from "@/features/site/modules";
import { usePageName } from "@/features/site/page-name";
import { useSite } from "@/features/site/queries";
import * as texts from "./texts/en";

/** The title of the window: the page's name, then the site's. */
export function PageTitle() {
  const site = useSite()?.name ?? "Pointhouse";
  const isOn = useIsOn();
  const own = usePageName();
  const match = useMatches({ select: (matches) => matches.at(-1) });
  const page = isOn(match?.fullPath ?? "")
    ? (own ?? match?.staticData.title ?? "")
    : texts.pageNotFound;
  const title = page === "" ? site : `${page} · ${site}`;
  // The document comes with a title, so a second one would not be shown.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return <PageChange title={page === "" ? site : page} />;
}

/**
 * Announces the title of each page after the first and moves the focus to its content. Browsers do
 * both when they load a document, but not when a script changes the page.
 */
function PageChange({ title }: { title: string }) {
  const router = useRouter();
  const [changes, setChanges] = useState(0);
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return;
        setChanges((count) => count + 1);
        // An open dialog keeps the focus; the content gets it when that closes (ui/Dialog.tsx).
        if (document.activeElement?.closest("[role=dialog], [role=alertdialog], dialog")) return;
        // The router scrolls, to the top or to where the member was.
        document.querySelector("main")?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element, because two pages may have the same title. */}
      {changes > 0 && <span key={changes}>{title}</span>}
    </p>
  );
}
