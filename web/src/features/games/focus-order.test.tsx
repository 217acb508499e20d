import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { useSession } from "@/features/session/store";
import { closeWallet, openWallet } from "@/features/wallet/balance";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { games } from "./registry";

// jsdom has no WebGL.
vi.mock("./slot/view/open-reels", () => ({
  openReels: async () => ({
    canvas: document.createElement("canvas"),
    resize: () => undefined,
    refresh: () => undefined,
    close: () => undefined,
  }),
}));

/** The history is missing, so that the row of the last rounds of every game is the same button. */
async function server({ url }: Request): Promise<Response> {
  if (url.endsWith("/rules")) return jsonAnswer({ success: true, rulesHash: "x", games: {} });
  if (url.includes("game-maintenance-status"))
    return jsonAnswer({ success: true, disabled: false, pausedUntil: null });
  return jsonAnswer({ success: false, error: "not_found", message: "Not here" }, 404);
}

beforeEach(() => {
  stubFetch(server);
  closeWallet();
  openWallet("7", 1_000);
  useSession.setState({ status: "member", token: "t", member: { ...sampleMember, points: 1_000 } });
});

/** Everything that Tab reaches on the page, in its order. */
async function reachedByTab(): Promise<Element[]> {
  const reached: Element[] = [];
  for (;;) {
    await userEvent.tab();
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body || reached.includes(activeElement))
      return reached;
    reached.push(activeElement);
  }
}

it.each(games)("in $name Tab reaches the controls before the last rounds", async ({ Page }) => {
  await Page.preload?.();
  renderPage(<Page />);
  const recent = await screen.findByRole("button", { name: "Retry" });
  const controls = screen.getByRole("region", { name: "Bet" });
  const order = (await reachedByTab()).map((element) => {
    if (controls.contains(element)) return "controls";
    return element === recent ? "recent" : "other";
  });
  expect(order).toContain("controls");
  expect(order).toContain("recent");
  expect(order.lastIndexOf("controls")).toBeLessThan(order.indexOf("recent"));
});
