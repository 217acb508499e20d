import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pass } from "@/testing/fake-clock";
import { showToast, unmountToaster } from "./Toaster";

/** A button that says where it is, and counts how often it is asked. */
function control(left: number, top: number, width: number, height: number) {
  const button = document.createElement("button");
  const measure = vi.fn(() => new DOMRect(left, top, width, height));
  button.getBoundingClientRect = measure;
  document.body.append(button);
  return { button, measure };
}

const strip = () => document.documentElement.style.getPropertyValue("--message-strip");

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  act(unmountToaster);
  document.body.replaceChildren();
});

describe("a message over the page", () => {
  it("measures the controls when the page changes, once per frame, and not otherwise", async () => {
    const { button, measure } = control(0, 0, 100, 40);
    act(() => void showToast("It failed.", "error", undefined, 4_000));
    await pass(1_000);
    expect(measure).toHaveBeenCalled();
    measure.mockClear();

    await pass(10_000);
    expect(measure).not.toHaveBeenCalled();

    const changes = [
      () => window.dispatchEvent(new Event("resize")),
      () => document.dispatchEvent(new Event("scroll")),
      () => button.dispatchEvent(new FocusEvent("focusin", { bubbles: true })),
      () => document.body.append(document.createElement("section")),
      () => button.setAttribute("class", "wide"),
    ];
    for (const change of changes) {
      change();
      change();
      await pass(100);
      expect(measure).toHaveBeenCalledTimes(1);
      measure.mockClear();
    }
    act(unmountToaster);
    changes[0]?.();
    await pass(100);
    expect(measure).not.toHaveBeenCalled();
  });

  it("becomes a strip at the foot of the page where every place has a control", async () => {
    const { button } = control(0, 0, window.innerWidth, window.innerHeight);
    act(() => void showToast("It failed.", "error", undefined, 4_000));
    await pass(100);
    expect(screen.getByText("It failed.")).toBeVisible();
    expect(strip()).toBe("56px");

    // Where it is stays until it is closed: the page does not jump.
    button.remove();
    await pass(100);
    expect(strip()).toBe("56px");
    await act(async () => screen.getByRole("button", { name: "Close message" }).click());
    // It fades out, and is gone in the frame after.
    await pass(1_000);
    await pass(1_000);
    expect(strip()).toBe("");
  });
});
