/**
 * Loads an address as a new document, if the server can be reached: without it the browser would
 * show an error page of its own. Returns whether it could.
 */
export async function loadAfresh(href: string): Promise<boolean> {
  try {
    await fetch(href, { method: "HEAD", cache: "no-store" });
  } catch {
    return false;
  }
  window.location.assign(href);
  return true;
}
