import { describe, expect, it } from "vitest";
import { freePlace } from "./free-place";

const toast = { width: 352, height: 60 };
const phone = { width: 390, height: 844 };
const wide = { width: 1280, height: 800 };
const corner = { right: 16, bottom: 16 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

describe("a place over no control", () => {
  it("is the corner while that is free", () => {
    expect(freePlace(toast, corner, wide, [box(0, 0, 1280, 64)])).toEqual(corner);
  });

  it("moves above a bar and the button over it", () => {
    const tabs = box(0, 788, 390, 56);
    const spin = box(16, 700, 358, 56);
    const place = freePlace({ ...toast, width: 358 }, corner, phone, [tabs, spin]);
    // Below the button there is too little room.
    expect(place?.bottom).toBeGreaterThan(844 - 700);
    expect(place?.bottom).toBeLessThan(844 - 700 + 20);
  });

  it("moves aside where a column of buttons is in the corner", () => {
    const column = [box(1100, 0, 160, 800)];
    const place = freePlace(toast, corner, wide, column);
    expect(place?.bottom).toBe(16);
    expect(place?.right).toBeGreaterThan(1280 - 1100);
  });

  it("stays where it is as long as that is free", () => {
    const held = { right: 200, bottom: 300 };
    expect(freePlace(toast, held, wide, [])).toEqual(held);
  });

  it("is none where every place has a control", () => {
    expect(freePlace(toast, corner, wide, [box(0, 0, 1280, 800)])).toBeNull();
  });
});
