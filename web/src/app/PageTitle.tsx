import { useMatches } from "@tanstack/react-router";
import { useSite } from "@/features/site/queries";

/** The title of the window: the page's name, then the site's. */
export function PageTitle() {
  const site = useSite()?.name ?? "Pointhouse";
  const page = useMatches({
    select: (matches) => matches.at(-1)?.staticData.title ?? "",
  });
  return <title>{page === "" ? site : `${page} · ${site}`}</title>;
}
