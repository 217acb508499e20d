import { pageData } from "@/wire/page-data";
import { queryClient } from "@/wire/queries";
import type { Site } from "./queries";

/** The site's data as far as it is known, also before the first component has asked for it. */
export function knownSite(): Site | undefined {
  return queryClient.getQueryData<Site>(["site"]) ?? pageData.site;
}
