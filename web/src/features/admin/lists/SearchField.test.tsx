import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { SearchField } from "./SearchField";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const field = () => screen.getByRole("textbox", { name: "Search" });
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function open(text = "") {
  const onSearch = vi.fn<(text: string) => void>();
  const draw = (now: string) => (
    <SearchField label="Search" placeholder="Name" text={now} onSearch={onSearch} />
  );
  const { rerender } = render(draw(text));
  return { onSearch, arrive: (now: string) => rerender(draw(now)) };
}

it("waits for a pause, and for no more", () => {
  const { onSearch } = open();
  type("r");
  wait(299);
  type("ro ");
  wait(299);
  expect(onSearch).not.toHaveBeenCalled();
  wait(1);
  expect(onSearch.mock.calls).toEqual([["ro"]]);
  type("ro");
  wait(1_000);
  expect(onSearch).toHaveBeenCalledTimes(1);
});

it("does not wait for a pause after Enter", () => {
  const { onSearch } = open();
  type("rory");
  fireEvent.submit(screen.getByRole("search"));
  expect(onSearch.mock.calls).toEqual([["rory"]]);
  wait(1_000);
  expect(onSearch).toHaveBeenCalledTimes(1);
});

it("follows an address that changes by itself, and is cleared", () => {
  const { onSearch, arrive } = open("rory");
  arrive("sam");
  expect(field()).toHaveValue("sam");
  wait(1_000);
  expect(onSearch).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Clear the search" }));
  expect(field()).toHaveValue("");
  expect(field()).toHaveFocus();
  expect(onSearch.mock.calls).toEqual([[""]]);
});
