import { expect, it } from "vitest";
import { moved } from "./moved";

it("puts an entry before or after any other", () => {
  const entries = ["a", "b", "c"].map((id) => ({ id }));
  const order = (id: string, place: number) => moved(entries, id, place).map((one) => one.id);
  expect(order("a", 2)).toEqual(["b", "c", "a"]);
  expect(order("c", 0)).toEqual(["c", "a", "b"]);
  expect(order("x", 0)).toEqual(["a", "b", "c"]);
});
