import { expect, it } from "vitest";
import { formatBytes } from "./bytes";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.0 KB"],
  [422_000, "412 KB"],
  [1_503_238_554, "1.4 GB"],
  [5e16, "45475 TB"],
])("writes %i bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
