import { expect, it } from "vitest";
import { dayText, momentText, secondText } from "./dates";

// Without a zone it is the reader's own time, whatever zone the test runs in.
const at = "2026-11-01T13:05:09";

it("writes days, moments and seconds in one form, in the reader's zone", () => {
  expect(dayText(at)).toBe("Nov 1, 2026");
  expect(momentText(at)).toMatch(/^Nov 1, 2026, 1:05\sPM$/);
  expect(secondText(at)).toMatch(/^Nov 1, 2026, 1:05:09\sPM$/);
});

it("leaves what is no time as it came", () => {
  expect(momentText("last night")).toBe("last night");
});
