/** How a win is shown, by how many times the bet it paid. */
export type WinClass = "mega" | "big" | "good" | "small";

export function winClass(times: number): WinClass {
  if (times >= 100) return "mega";
  if (times >= 50) return "big";
  return times >= 10 ? "good" : "small";
}
