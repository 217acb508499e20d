/** The list with the entry of that id at another place, from 0. */
export function moved<Entry extends { id: string }>(
  entries: readonly Entry[],
  id: string,
  place: number,
): readonly Entry[] {
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) return entries;
  const others = entries.filter((one) => one.id !== id);
  return others.toSpliced(place, 0, entry);
}
