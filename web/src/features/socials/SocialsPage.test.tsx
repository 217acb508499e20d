import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { SocialsPage } from "./SocialsPage";

const site = {
  success: true,
  casinoName: "Goldhall",
  casinoUrl: "https://casino.example/",
  promoCode: "HOUSE",
  links: [
    { kind: "kick", label: "Kick", url: "https://stream.example/" },
    { kind: "discord", label: "Discord", url: "https://chat.example/" },
    { kind: "instagram", label: "Instagram", url: "https://photos.example/" },
    { kind: "x", label: "X", url: "https://micro.example/" },
    { kind: "website", label: "Merch", url: "https://merch.example/" },
  ],
};

const fetched = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
  fetched.mockReset();
  stubFetch(fetched);
});

describe("the socials", () => {
  it("lead to every place the site names, also to one of a kind of its own", async () => {
    fetched.mockImplementation(async () => jsonAnswer(site));
    renderPage(<SocialsPage />);
    const list = await screen.findByRole("list", { name: "Places to follow" });
    const links = within(list).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(
      site.links.map(({ url }) => url),
    );
    expect(links[0]).toHaveAccessibleName(/^Kick ?\(opens in a new tab\)$/);
    expect(links[4]).toHaveAccessibleName(/^Merch/);
  });

  it("carry the promo code to the casino, and to the clipboard", async () => {
    fetched.mockImplementation(async () => jsonAnswer(site));
    const user = userEvent.setup();
    vi.stubGlobal("isSecureContext", true);
    renderPage(<SocialsPage />);
    const casino = await screen.findByRole("link", { name: /^Join Goldhall with code HOUSE/ });
    expect(casino).toHaveAttribute("href", "https://casino.example/");
    expect(casino).toHaveAttribute("rel", "noopener sponsored");
    await user.click(screen.getByRole("button", { name: "Copy promo code" }));
    expect(await screen.findByText("Copied promo code")).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe("HOUSE");
  });

  it("leave out what the site does not name", async () => {
    fetched.mockImplementation(async () =>
      jsonAnswer({ ...site, links: [], casinoUrl: "", promoCode: "" }),
    );
    renderPage(<SocialsPage />);
    expect(await screen.findByText("No links yet")).toBeVisible();
    expect(screen.queryByText(/Goldhall/)).toBeNull();
  });

  it("can be asked for again after a failed load", async () => {
    fetched.mockImplementation(async () =>
      jsonAnswer({ success: false, error: "busy", message: "Too many requests" }, 429),
    );
    renderPage(<SocialsPage />);
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many requests");
    fetched.mockImplementation(async () => jsonAnswer(site));
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByRole("list", { name: "Places to follow" })).toBeVisible();
  });
});
