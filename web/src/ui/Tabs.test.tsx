import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Tabs } from "./Tabs";

it("shows the focus of a view, which the tab key reaches", () => {
  const tabs = [{ value: "one", label: "One", content: "First" }] as const;
  render(<Tabs label="Views" tabs={tabs} value="one" onValueChange={() => undefined} />);
  const view = screen.getByRole("tabpanel");
  expect(view).toHaveAttribute("tabindex", "0");
  expect(view.className).not.toMatch(/outline-none/);
});
