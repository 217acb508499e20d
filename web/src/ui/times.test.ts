import { expect, it } from "vitest";
import { timesText, winClass } from "./times";

it.each([
  [0, "0x", "small"],
  [9.99, "9.99x", "small"],
  [10, "10x", "good"],
  [12.5, "12.5x", "good"],
  [49.99, "49.99x", "good"],
  [50, "50x", "big"],
  [99.99, "99.99x", "big"],
  [100, "100x", "mega"],
  [999.99, "999.99x", "mega"],
  [999.999, "1kx", "mega"],
  [1000, "1kx", "mega"],
  [1234, "1.2kx", "mega"],
  [12_345, "12.3kx", "mega"],
])("%d times the bet are %s and a %s win", (times, text, name) => {
  expect([timesText(times), winClass(times)]).toEqual([text, name]);
});
