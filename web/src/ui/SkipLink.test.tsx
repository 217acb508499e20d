import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { SkipLink } from "./SkipLink";

it("leads the keyboard past the navigation and leaves the address as it is", async () => {
  render(
    <>
      <SkipLink />
      <button type="button">Menu</button>
      <main id="main" tabIndex={-1}>
        <button type="button">Bet</button>
      </main>
    </>,
  );
  const entries = window.history.length;
  await userEvent.tab();
  expect(screen.getByRole("link", { name: "Skip to content" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("main")).toHaveFocus();
  await userEvent.tab();
  expect(screen.getByRole("button", { name: "Bet" })).toHaveFocus();
  expect(window.location.hash).toBe("");
  expect(window.history.length).toBe(entries);
});
