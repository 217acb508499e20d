import { serverNow } from "@/wire/server-clock";
import { el } from "./dom";
import { fitTexts } from "./fit";

/** A line that the streamer shows for a while. */
export type Line = { text: string; endsAt: number };

/** Longest time that is shown without looking at the clock again. */
const LOOK_MS = 60_000;

/** The body of `GET /api/overlay/line` and of its push: null without a line, undefined for anything else. */
export function readLine(body: unknown): { line: Line | null } | null {
  if (typeof body !== "object" || body === null || !("line" in body)) return null;
  const { line } = body;
  if (line === null) return { line };
  if (typeof line !== "object" || !("text" in line) || !("endsAt" in line)) return null;
  const { text, endsAt } = line;
  if (typeof text !== "string" || typeof endsAt !== "string") return null;
  const end = Date.parse(endsAt);
  return Number.isNaN(end) || text === "" ? null : { line: { text, endsAt: end } };
}

/** Lays the line over the scenes of a plate until its end. Returns what shows another one. */
export function openLine(plate: HTMLElement): (line: Line | null) => void {
  let shown: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = (line: Line | null) => {
    clearTimeout(timer);
    const left = line === null ? 0 : line.endsAt - serverNow();
    if (line === null || left <= 0) {
      shown?.remove();
      shown = null;
      return;
    }
    if (shown?.textContent !== line.text) {
      shown?.remove();
      const text = el("p", "note", line.text);
      text.dir = "auto";
      shown = el("div", "typed-line", text);
      plate.append(shown);
      fitTexts(shown);
    }
    timer = setTimeout(() => take(line), Math.min(left, LOOK_MS));
  };
  return take;
}
