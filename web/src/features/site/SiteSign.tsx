import { useSite } from "./queries";
import { SiteMark } from "./SiteMark";
import * as texts from "./texts/en";

/** The logo with the name for those who don't see it, or the sign and the name of the site. */
export function SiteSign() {
  const site = useSite();
  if (site !== undefined && site.logo !== "") {
    return (
      <img src={site.logo} alt={site.name} className="max-h-10 min-w-0 max-w-44 object-contain" />
    );
  }
  return (
    <>
      <SiteMark className="size-8" />
      <span className="truncate font-display text-base font-bold tracking-tight">
        {site?.name ?? <span className="sr-only">{texts.home}</span>}
      </span>
    </>
  );
}
