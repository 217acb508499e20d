import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { SeedsTab } from "./SeedsTab";

const pair = (pairId: string, nonce: number) => ({
  pairId,
  serverSeedHash: `hash-of-${pairId}`,
  clientSeed: `client-of-${pairId}`,
  nonce,
  nextServerSeedHash: `next-of-${pairId}`,
});

const read = vi.fn<() => Response>();
const rotate = vi.fn<() => Response>();

beforeEach(() => {
  read.mockReset().mockImplementation(() => jsonAnswer({ success: true, ...pair("p-1", 3) }));
  rotate.mockReset();
  stubFetch(async ({ url }) => (url.endsWith("/rotate") ? rotate() : read()));
});

const change = () => screen.getByRole("button", { name: "Rotate seeds" });

async function pressChange(): Promise<void> {
  await screen.findByText("hash-of-p-1");
  await userEvent.click(change());
}

it("loads with another try after a failure", async () => {
  read.mockReturnValueOnce(
    jsonAnswer({ success: false, error: "maintenance", message: "The site is closed" }, 503),
  );
  renderPage(<SeedsTab />);
  expect(await screen.findByText("Your seeds could not be loaded")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("hash-of-p-1")).toBeVisible();
});

it("changes the pair and shows the old seed", async () => {
  rotate.mockReturnValue(
    jsonAnswer({
      success: true,
      current: pair("p-2", 0),
      revealed: {
        pairId: "p-1",
        serverSeed: "seed-of-p-1",
        serverSeedHash: "hash-of-p-1",
        clientSeed: "client-of-p-1",
        rounds: 3,
      },
    }),
  );
  renderPage(<SeedsTab />);
  await pressChange();
  expect(await screen.findByText("seed-of-p-1")).toBeVisible();
  expect(screen.getByText("hash-of-p-2")).toBeVisible();
  expect(screen.getByText("3 rounds were played with these seeds.")).toBeVisible();
});

it("says why the pair was not changed", async () => {
  rotate.mockReturnValue(
    jsonAnswer(
      { success: false, error: "unfinished_round", message: "Finish your round first" },
      409,
    ),
  );
  renderPage(<SeedsTab />);
  await pressChange();
  expect(await screen.findByRole("alert")).toHaveTextContent(/^Finish your round first$/);
  expect(read).toHaveBeenCalledTimes(2);
});

it("says when it may have been changed, and shows the pair that the server has", async () => {
  rotate.mockImplementation(() =>
    jsonAnswer({ success: false, error: "internal", message: "Broken" }, 500),
  );
  renderPage(<SeedsTab />);
  await pressChange();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "BrokenWe don't know yet whether it went through. Check before you try again.",
  );
  read.mockImplementation(() => jsonAnswer({ success: true, ...pair("p-2", 0) }));
  await userEvent.click(change());
  expect(await screen.findByText("hash-of-p-2")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("hash-of-p-1")).toBeNull());
});
