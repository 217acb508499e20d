import { useMatches } from "@tanstack/react-router";
import { useLayoutEffect } from "react";
import { useSite } from "@/features/site/queries";

/** The title of the window: the page's name, then the site's. */
export function PageTitle() {
  const site = useSite()?.name ?? "Pointhouse";
  const page = useMatches({
    select: (matches) => matches.at(-1)?.staticData.title ?? "",
  });
  const title = page === "" ? site : `${page} · ${site}`;
  // The document comes with a title, so a second one would not be shown.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
