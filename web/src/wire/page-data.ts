import type { components } from "./schema";

/** What the server puts into the document beside the page (server/app/src/site/document.rs). */
type PageData = {
  site: components["schemas"]["SiteAnswer"];
  maintenance: components["schemas"]["MaintenanceStatus"];
};

/** The public data in the document; empty where a document has none, as in development. */
export const pageData: Partial<PageData> = readPageData();

function readPageData(): Partial<PageData> {
  const text = document.getElementById("page-data")?.textContent;
  return text === undefined || text === null || text === "" ? {} : JSON.parse(text);
}
