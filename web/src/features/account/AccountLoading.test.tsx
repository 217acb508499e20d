import { screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { renderPage } from "@/test-page";
import { AccountPage } from "./AccountPage";
import { openHouse } from "./test-house";

afterEach(() => endSession());

it("keeps the place of every part whose code is on its way", async () => {
  openHouse();
  renderPage(<AccountPage />);
  expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
  expect(screen.getByText("Loading your login settings")).toBeInTheDocument();
  expect(screen.getAllByText("Loading the form")).toHaveLength(2);
});
