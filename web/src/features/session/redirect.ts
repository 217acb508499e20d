/**
 * Where to go after login: the `redirect` parameter when it names a page of this site, else the
 * home page. Addresses of other sites are dropped, whatever spelling hides them, and so are the
 * pages a member is sent away from.
 */
export function safeRedirect(wanted: unknown, origin: string = window.location.origin): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  // Browsers read a backslash as a slash and skip tabs and line breaks inside an address.
  if (wanted.includes("\\") || hasControlCharacters(wanted)) return "/";
  let target: URL;
  try {
    target = new URL(wanted, origin);
  } catch {
    return "/";
  }
  if (target.origin !== origin) return "/";
  if (target.pathname === "/login" || target.pathname === "/signup") return "/";
  const path = target.pathname + target.search + target.hash;
  // "/.//other.site" is resolved to a path that begins like an address without a scheme.
  return path.startsWith("//") ? "/" : path;
}

function hasControlCharacters(text: string): boolean {
  return Array.from(text).some((character) => character < " ");
}
