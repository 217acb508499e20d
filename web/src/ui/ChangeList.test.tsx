import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ChangeList } from "./ChangeList";
import { formatMoment } from "./format/dates";

it("writes every time of a change the same way", () => {
  const [at, before, after] = [
    "2026-11-25T12:00:00Z",
    "2026-11-26T18:30:00Z",
    "2026-11-27T18:30:00Z",
  ];
  const restored =
    "The site was restored from a backup of 2026-11-24 04:00 UTC: it got a new server seed";
  render(
    <ChangeList
      changes={[
        {
          at,
          text: "End moved from 2026-11-26 18:30 to 2026-11-27 18:30 UTC",
          field: "endTime",
          before,
          after,
        },
        { at, text: restored, field: null, before: null, after: null },
      ]}
    />,
  );
  const [moved, renewed] = screen.getAllByRole("listitem");
  expect(moved).toHaveTextContent(
    `End moved from ${formatMoment(before)} to ${formatMoment(after)} (${formatMoment(at)})`,
  );
  expect(renewed).toHaveTextContent(
    `The site was restored from a backup of ${formatMoment("2026-11-24T04:00:00Z")}: it got a new server seed (${formatMoment(at)})`,
  );
});
