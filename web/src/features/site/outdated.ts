import { documentSettings } from "@/ui/format/document-settings";
import { knownSite } from "./known";

/** Whether the texts of this document were made with other settings than the site has now. */
export function isDocumentOutdated(): boolean {
  const { point, points, dollars } = documentSettings;
  const site = knownSite();
  // In development the document has no settings.
  if (point === undefined || site === undefined) return false;
  return point !== site.points.one || points !== site.points.many || dollars !== site.dollars;
}
