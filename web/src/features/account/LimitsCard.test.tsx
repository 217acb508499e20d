import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { renderPage } from "@/test-page";
import { LimitsCard } from "./LimitsCard";
import { openHouse, refused } from "./test-house";

// Its code is there already; no test waits for it.
beforeAll(() => import("@/features/games/common/limits/PlayLimitsDialog"));

afterEach(endSession);

function open(house: Parameters<typeof openHouse>[0] = {}) {
  const opened = openHouse(house);
  renderPage(<LimitsCard />);
  return opened;
}

describe("the play limits", () => {
  it("stand on a card, and open to be set", async () => {
    open();
    expect(await screen.findByText("120 of 500 today")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Set limits" }));
    expect(await screen.findByRole("dialog", { name: "Play limits" })).toBeVisible();
  });

  it("that cannot be read can be read again", async () => {
    const { calls } = open({
      calls: { "GET /api/me/limits": () => refused("x", "No", 400) },
    });
    expect(await screen.findByText("Your limits could not be loaded. No")).toBeVisible();
    delete calls["GET /api/me/limits"];
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText("120 of 500 today")).toBeVisible();
  });
});
