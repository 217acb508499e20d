import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { renderPage, sampleMember } from "@/test-page";
import MemberArea from "./MemberArea";

beforeEach(() => beginSession({ token: "t-1", user: sampleMember }));
afterEach(() => endSession());

describe("the member's corner", () => {
  it("draws its button without the menu", () => {
    renderPage(<MemberArea />);
    const button = screen.getByRole("button", { name: /^Account menu,\s?rory/ });
    expect(button).toHaveAttribute("aria-haspopup", "menu");
    expect(button).toHaveAttribute("aria-expanded", "false");
    expect(screen.getByTestId("balance")).toHaveTextContent("100 points");
  });

  it("has the focus inside the menu at its very first opening", async () => {
    renderPage(<MemberArea />);
    await userEvent.tab();
    expect(screen.getByRole("button", { name: /^Account menu/ })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    const menu = await screen.findByRole("menu");
    await waitFor(() => expect(menu).toContainElement(document.activeElement as HTMLElement));
    expect(menu).toHaveTextContent("rory@example.com");
    const items = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    expect(items).toEqual(["Account", "History", "Statement", "Sign Out"]);

    await userEvent.keyboard("{ArrowDown}");
    expect(screen.getByRole("menuitem", { name: "Account" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: /^Account menu/ })).toHaveFocus(),
    );
  });
});
