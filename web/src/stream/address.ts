/** The site's address as viewers can type it; null for one that leads nowhere from their homes. */
export function publicAddress(host: string): string | null {
  const name = host.replace(/:\d+$/, "");
  const isNumber = /^[\d.]+$/.test(name) || name.startsWith("[");
  if (isNumber || !name.includes(".") || /\.(local|lan|internal|home|localhost)$/.test(name))
    return null;
  return host.replace(/^www\./, "");
}
