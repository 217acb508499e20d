import { useSite } from "./queries";
import { Mark, SiteMark } from "./SiteMark";
import * as texts from "./texts/en";

/** The site's own logo or sign with its name, in the header of every page. */
export function SiteSign() {
  const site = useSite();
  if (site !== undefined) return <Sign {...site} />;
  return (
    <>
      <SiteMark className="size-8" />
      <span className="sr-only">{texts.home}</span>
    </>
  );
}

type SignProps = { logo: string; mark: string; name: string };

/** The logo with the name for those who don't see it, or the sign and the name of the site. */
export function Sign({ logo, mark, name }: SignProps) {
  if (logo !== "") {
    return <img src={logo} alt={name} className="max-h-10 min-w-0 max-w-44 object-contain" />;
  }
  return (
    <>
      <Mark address={mark} className="size-8" />
      <span className="truncate font-display text-base font-bold tracking-tight">{name}</span>
    </>
  );
}
