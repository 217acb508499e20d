import { act, render, screen } from "@testing-library/react";
import { Component, type ReactNode, Suspense } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pass } from "@/testing/fake-clock";
import { lazyPart } from "./lazy-part";

class Boundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false };
  static getDerivedStateFromError = () => ({ isBroken: true });
  override render() {
    return this.state.isBroken ? "Broken" : this.props.children;
  }
}

let isOnline = false;

function goOnline(online: boolean): void {
  isOnline = online;
  act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
}

/** Shows a part whose code cannot be fetched so many times. */
async function showPart(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures) throw new TypeError("Failed to fetch");
    return { default: () => <p>The part</p> };
  });
  const Part = lazyPart(load);
  render(
    <Boundary>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </Boundary>,
  );
  await pass(0);
  return load;
}

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = false;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

afterEach(() => vi.restoreAllMocks());

it("fetches a part again until the network is really back", async () => {
  const load = await showPart(3);
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  goOnline(true);
  await pass(60_000);
  expect(screen.getByText("The part")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(4);
});

it("waits for the network when it is lost again", async () => {
  const load = await showPart(2);
  goOnline(true);
  await pass(0);
  expect(load).toHaveBeenCalledTimes(2);
  goOnline(false);
  await pass(60_000);
  expect(load).toHaveBeenCalledTimes(2);
  goOnline(true);
  await pass(0);
  expect(screen.getByText("The part")).toBeVisible();
});

it("gives up in the end, and at once where the browser was online", async () => {
  const load = await showPart(100);
  goOnline(true);
  await pass(60_000);
  expect(screen.getByText("Broken")).toBeVisible();
  expect(load.mock.calls.length).toBeLessThan(10);
  await showPart(100);
  expect(screen.getAllByText("Broken")).toHaveLength(2);
});
