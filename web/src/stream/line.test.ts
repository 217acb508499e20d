import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openLine, readLine } from "./line";

beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-26T12:00:00Z") }));
afterEach(() => void vi.useRealTimers());

/** An instant that many seconds from now. */
const at = (seconds: number) => Date.now() + seconds * 1000;
const line = (text: string, endsAt: string) => ({ line: { text, endsAt } });

it("reads a line, no line, and nothing else", () => {
  expect(readLine(line("Back in 5", "2026-11-26T12:00:30Z"))).toEqual({
    line: { text: "Back in 5", endsAt: Date.parse("2026-11-26T12:00:30Z") },
  });
  expect(readLine({ success: true, line: null })).toEqual({ line: null });
  for (const body of [null, {}, line("", "2026-11-26T12:00:30Z"), line("On", "soon"), { line: 1 }])
    expect(readLine(body)).toBeNull();
});

it("shows a line until its end, or until another one takes its place", () => {
  const plate = document.createElement("main");
  const show = openLine(plate);
  show({ text: "Back in 5", endsAt: at(90) });
  expect(plate).toHaveTextContent("Back in 5");
  vi.advanceTimersByTime(89_999);
  expect(plate).toHaveTextContent("Back in 5");
  vi.advanceTimersByTime(1);
  expect(plate).toBeEmptyDOMElement();
  show({ text: "One", endsAt: at(30) });
  show({ text: "Two", endsAt: at(30) });
  expect(plate.querySelectorAll(".typed-line")).toHaveLength(1);
  show(null);
  expect(plate).toBeEmptyDOMElement();
  show({ text: "Over", endsAt: at(-1) });
  expect(plate).toBeEmptyDOMElement();
});
