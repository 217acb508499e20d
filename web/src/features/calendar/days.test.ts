import { afterEach, describe, expect, it } from "vitest";
import { formatMonth, formatSiteDay } from "@/ui/format/dates";
import { addMonths } from "@/ui/months";
import { addDays, monthGrid } from "./days";

const zone = process.env.TZ;

afterEach(() => {
  process.env.TZ = zone;
});

// Far east, far west, half hours, and a zone whose clocks change at midnight.
const zones = [
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Asia/Kolkata",
  "America/Santiago",
  "Australia/Sydney",
];

describe.each(zones)("for a browser in %s", (name) => {
  it("a month's grid has 42 days in a row from a Sunday, also where clocks change", () => {
    process.env.TZ = name;
    for (const month of ["2026-02", "2026-04", "2026-09", "2026-10", "2026-11", "2028-02"]) {
      const grid = monthGrid(month);
      expect(grid).toHaveLength(42);
      expect(new Date(`${grid[0]}T00:00:00Z`).getUTCDay()).toBe(0);
      grid.forEach((day, index) => expect(day).toBe(addDays(grid[0] ?? "", index)));
      expect(grid.slice(0, 7)).toContain(`${month}-01`);
    }
  });

  it("names days and months as they are written", () => {
    process.env.TZ = name;
    expect(formatMonth("2026-10")).toBe("October 2026");
    expect(formatSiteDay("2026-10-01")).toBe("October 1, 2026");
  });
});

it("begins a month on its own first day when that is a Sunday", () => {
  expect(monthGrid("2026-11")[0]).toBe("2026-11-01");
  expect(monthGrid("2026-11")[41]).toBe("2026-12-12");
  expect(monthGrid("2026-08")[0]).toBe("2026-07-26");
});

it("steps over months, years and leap days", () => {
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addMonths("2026-12", 1)).toBe("2027-01");
  expect(addMonths("2026-01", -1)).toBe("2025-12");
  expect(addMonths("2026-11", 12)).toBe("2027-11");
});
