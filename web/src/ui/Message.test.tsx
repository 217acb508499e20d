import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { pass } from "@/testing/fake-clock";
import { Message, type Say, useMessage } from "./Message";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(forMs?: number): { say: Say; hush: () => void } {
  const on = { say: (() => undefined) as Say, hush: () => undefined as void };
  function Page() {
    const { message, say, hush } = useMessage(forMs);
    Object.assign(on, { say, hush });
    return <Message message={message} />;
  }
  render(<Page />);
  return on;
}

it("announces a failure with more about it, and replaces it with the next result", () => {
  const on = open();
  act(() => on.say("error", "Not saved.", "Nothing has changed."));
  expect(screen.getByRole("alert")).toHaveTextContent("Not saved.Nothing has changed.");
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  act(() => on.say("success", "Saved."));
  expect(screen.getByRole("status")).toHaveTextContent(/^Saved\.$/);
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});

it("ends after its time, or when the next action begins", async () => {
  const on = open(10_000);
  act(() => on.say("success", "Saved."));
  await pass(9_999);
  expect(screen.getByText("Saved.")).toBeVisible();
  await pass(1);
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
  act(() => on.say("success", "Saved again."));
  act(() => on.hush());
  expect(screen.getByRole("status")).toBeEmptyDOMElement();
});

it("keeps an error until the next result or action, however long that takes", async () => {
  const on = open();
  act(() => on.say("error", "No answer arrived.", "It may have been saved."));
  await pass(600_000);
  expect(screen.getByRole("alert")).toHaveTextContent("It may have been saved.");
  act(() => on.say("success", "Saved."));
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
  act(() => on.say("error", "Not saved."));
  act(() => on.hush());
  expect(screen.getByRole("alert")).toBeEmptyDOMElement();
});
