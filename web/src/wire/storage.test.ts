import { expect, it, vi } from "vitest";
import { parseText, stored } from "./storage";

const parseCount = (value: unknown) => (typeof value === "number" ? value : null);
const parseTotal = (value: unknown) =>
  typeof value === "object" && value !== null && "total" in value && typeof value.total === "number"
    ? { total: value.total }
    : null;

const count = stored({ name: "stream.count", parse: parseCount });
const total = stored({
  name: "stream.count",
  version: 2,
  parse: parseTotal,
  upgrade: (older) => ({ total: parseCount(older) }),
});

it("keeps a value over a reload, until it is removed", () => {
  expect(count.read()).toBeNull();
  count.write(7);
  expect(localStorage.getItem("pointhouse.stream.count")).toBe("7");
  expect(count.read()).toBe(7);
  count.write(null);
  expect(localStorage).toHaveLength(0);
});

it("keeps text as it is, in the storage that was asked for", () => {
  const token = stored({ name: "token", area: "session", format: "text", parse: parseText });
  token.write("a.b.c");
  expect(sessionStorage.getItem("pointhouse.token")).toBe("a.b.c");
  expect(token.read()).toBe("a.b.c");
  sessionStorage.setItem("pointhouse.token", "");
  expect(token.read()).toBeNull();
});

it.each(["{", '"7"', "null", "[7]"])("finds nothing in %s", (text) => {
  localStorage.setItem("pointhouse.stream.count", text);
  expect(count.read()).toBeNull();
});

it("reads what the version before stored, and removes it with the first write", () => {
  count.write(7);
  expect(total.read()).toEqual({ total: 7 });
  total.write({ total: 8 });
  expect(localStorage.getItem("pointhouse.stream.count.v2")).toBe('{"total":8}');
  expect(count.read()).toBeNull();
  count.write(9);
  expect(total.read()).toEqual({ total: 8 });
  total.write(null);
  expect(localStorage).toHaveLength(0);
});

it("finds nothing in a value of the version before that cannot be read", () => {
  localStorage.setItem("pointhouse.stream.count", '"seven"');
  expect(total.read()).toBeNull();
});

it("does without storage where the browser forbids it", () => {
  for (const method of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
  expect(count.read()).toBeNull();
  expect(() => count.write(7)).not.toThrow();
  expect(() => count.writeOrThrow(7)).toThrow("denied");
});

it("tells a change of its own key from others", () => {
  expect(count.isChangedBy({ key: "pointhouse.stream.count" })).toBe(true);
  expect(count.isChangedBy({ key: null })).toBe(true);
  expect(count.isChangedBy({ key: "pointhouse.stream.count.v2" })).toBe(false);
});
