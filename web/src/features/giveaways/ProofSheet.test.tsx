import { createHash, createHmac } from "node:crypto";
import { act, configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import type { Proof } from "./check-draw";
import type { Giveaway } from "./model";
import { ProofSheet } from "./ProofSheet";
import { endedOf, sampleGiveaways } from "./test-giveaways";

// On a busy machine the browser of the tests takes its time.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const sha = (text: string) => createHash("sha256").update(text).digest("hex");
const SEED = "ab".repeat(32);
const clientSeed = "0c78bb8a6170cc3cafe3bca84055138567cc1eeed634e658dcac07506236ed35";
const winnerHash = "8ac76b661a4eb140a2c6cd6699b36547cd61456e1150ff25c446c82dd2ba9ee3";
const chain = sha(`${sha(`${sha("giveaway:g1")}:0:3:A100`)}:3:1:A200`);
const zeroDraw = {
  redraw: 0,
  message: `${clientSeed}:0:0`,
  hash: winnerHash,
  index: 3,
  forfeitReason: null,
};

/** The check value of docs/games.md, as the server answers it. */
const checkValue: Proof = {
  id: "g1",
  serverSeedHash: "271a413bd339c5709fdceaec41f14f11e9fbfb5042d72d331c65f32b284cd09a",
  serverSeed: SEED,
  clientSeed,
  text: "giveaway:g1:4\n0:3:A100\n3:1:A200\n",
  chain,
  tickets: 4,
  entries: [
    { first: 0, count: 3, accountId: "A100" },
    { first: 3, count: 1, accountId: "A200" },
  ],
  truncated: false,
  draws: [{ ...zeroDraw, accountId: "A200", forfeited: false }],
  winnerHash,
  winnerIndex: 3,
  winner: "A200",
};

let giveaway: Giveaway;
let answers: { giveaway: () => Response; proof: () => Response };
const calls = vi.fn<(path: string) => void>();
const asked = () => calls.mock.calls.filter(([path]) => path === "/api/giveaways/g1").length;
const onClose = vi.fn();

// What the page fetches later is there before the first test begins to wait for it.
beforeAll(async () => {
  await import("./Recomputed");
});

beforeEach(() => {
  giveaway = {
    ...sampleGiveaways().drop,
    id: "g1",
    ticketCount: 4,
    entrantCount: 2,
    serverSeedHash: checkValue.serverSeedHash,
    chain,
  };
  answers = {
    giveaway: () => jsonAnswer({ success: true, giveaway, own: 0 }),
    proof: () => jsonAnswer({ success: true, proof: checkValue }),
  };
  calls.mockReset();
  onClose.mockReset();
  stubFetch(async (request: Request) => {
    const { pathname } = new URL(request.url);
    calls(pathname);
    if (pathname === "/api/giveaways/g1") return answers.giveaway();
    if (pathname === "/api/giveaways/g1/proof") return answers.proof();
    throw new Error(`Unexpected call: ${pathname}`);
  });
});

afterEach(() => {
  useSession.setState(guest);
  vi.unstubAllGlobals();
});

const refused = () => jsonAnswer({ success: false, error: "x", message: "Too many requests" }, 429);
const open = () => renderPage(<ProofSheet giveawayId="g1" onClose={onClose} />);
const openEnded = (change: Partial<Proof> = {}, card: Partial<Giveaway> = {}) => {
  giveaway = { ...endedOf(giveaway), ...card };
  answers.proof = () => jsonAnswer({ success: true, proof: { ...checkValue, ...change } });
  open();
};
const checkOf = (name: string | RegExp) => {
  const line = screen.getByText(name).closest("li");
  if (line === null) throw new Error("It is no line of the check.");
  return within(line);
};

describe("before the end", () => {
  it("shows what is committed to, and explains it", async () => {
    open();
    expect(await screen.findByText(giveaway.serverSeedHash)).toBeVisible();
    expect(screen.getByText(chain)).toBeVisible();
    expect(screen.getByText("After 4 tickets of 2 entrants.")).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy fingerprint of the seed" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy running hash" })).toBeVisible();
    expect(screen.getByText(/Before the first entry the site drew/)).toBeVisible();
    // What is not proved stands beside what is, without a press.
    expect(screen.getByRole("heading", { name: "What this proves" })).toBeVisible();
    expect(screen.getByText(/could add a last entry, or choose the moment/)).toBeVisible();
    expect(screen.getByText(/deleted and deactivated accounts can't win/)).toBeVisible();
    expect(screen.queryByText(/neither we nor an entrant/)).toBeNull();
    expect(calls).not.toHaveBeenCalledWith("/api/giveaways/g1/proof");
  });

  it("follows the entries, and turns into the proof when it ends", async () => {
    open();
    await screen.findByText(chain);
    const next = sha("next");
    act(() =>
      deliver("giveawaysUpdated", { giveaways: [{ ...giveaway, chain: next, ticketCount: 5 }] }),
    );
    expect(await screen.findByText(next)).toBeVisible();
    giveaway = endedOf(giveaway);
    act(() => deliver("giveawaysUpdated", { giveaways: [giveaway] }));
    expect(await screen.findByText("Everything matches")).toBeVisible();
  });

  it("shows the winner their own whole name: the push of the end masks it", async () => {
    open();
    await screen.findByText(chain);
    giveaway = endedOf(giveaway);
    const before = asked();
    act(() =>
      deliver("giveawaysUpdated", {
        giveaways: [{ ...giveaway, winner: { username: "k******o" } }],
      }),
    );
    await waitFor(() => expect(asked()).toBe(before + 1));
    await waitFor(() => expect(screen.queryByText("k******o")).toBeNull());
    expect(await screen.findByText("Everything matches")).toBeVisible();
  });

  it("leaves the winner their own name when another giveaway changes later", async () => {
    useSession.setState({ status: "member", token: "t-1", member: sampleMember });
    openEnded({}, { winner: { username: sampleMember.username } });
    expect(await screen.findByText(sampleMember.username)).toBeVisible();
    const pushed = { ...giveaway, winner: { username: "r**y" }, prize: "Two mugs" };
    act(() => deliver("giveawaysUpdated", { giveaways: [pushed] }));
    expect(await screen.findByText("Two mugs")).toBeVisible();
    expect(screen.getByText(sampleMember.username)).toBeVisible();
  });

  it("can be closed once", async () => {
    open();
    await screen.findByText(chain);
    await userEvent.keyboard("{Escape}{Escape}");
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

type Forgery = [string, Partial<Proof>, Partial<Giveaway>, string | RegExp];

it("proves nothing of a cancelled giveaway", async () => {
  giveaway = {
    ...giveaway,
    status: "ended",
    endedAt: "2026-11-01T12:00:00Z",
    cancelled: true,
    changes: [],
  };
  open();
  expect(await screen.findByText(/^Cancelled by an admin on/)).toHaveTextContent(
    /with 4 tickets of 2 entrants. Nothing was drawn, and every ticket was refunded/,
  );
  expect(calls).not.toHaveBeenCalledWith("/api/giveaways/g1/proof");
});

describe("after the end", () => {
  it("works the draw out again, part by part", async () => {
    openEnded();
    expect(await screen.findByText("Everything matches")).toBeVisible();
    const parts = [
      "The seed is the one that was promised",
      "The list of tickets gives the client seed",
      "The running hash of the entries matches the list",
      "Hash of the draw",
      "Winning ticket",
      "Whose ticket it is",
    ];
    for (const name of parts)
      expect(
        within(screen.getAllByText(name)[0]?.closest("li") ?? document.body).getByText("Matches"),
      ).toBeVisible();
    expect(screen.getAllByText("Matches")).toHaveLength(parts.length);
    expect(screen.getByText("The winner is", { exact: false })).toHaveTextContent(
      "The winner is ke**n, account A200.",
    );
  });

  it("shows the list with the own and the winning tickets, and hands it over", async () => {
    useSession.setState({
      status: "member",
      token: "t",
      member: { ...sampleMember, account_id: "A100" },
    });
    openEnded();
    const list = within(await screen.findByRole("region", { name: "List of tickets" }));
    const [, first, second] = list.getAllByRole("row");
    expect(first).toHaveTextContent("1 to 33A100you");
    expect(second).toHaveTextContent("41A200winner: ticket 4");
    expect(screen.getByText("2 purchases, 4 tickets.")).toBeVisible();
    expect(screen.getByText(/the proof data counts them from 0/)).toBeVisible();
    expect(screen.getByRole("button", { name: "Copy proof" })).toBeVisible();
    expect(screen.getByRole("link", { name: "Open the verifier" })).toHaveAttribute(
      "href",
      "/fairness?game=giveaway",
    );
  });

  it.each([
    ["another seed", { serverSeed: "cd".repeat(32) }, {}, "The seed is the one that was promised"],
    ["another promise", {}, { serverSeedHash: sha("x") }, "The seed is the one that was promised"],
    [
      "another client seed",
      { clientSeed: sha("x") },
      {},
      "The list of tickets gives the client seed",
    ],
    [
      "a rewritten list",
      { text: "giveaway:g1:4\n0:1:A100\n1:3:A200\n" },
      {},
      "The list of tickets gives the client seed",
    ],
    [
      "blocks that are not in the list",
      { entries: [{ first: 0, count: 4, accountId: "A200" }] },
      {},
      "The list of tickets gives the client seed",
    ],
    [
      "a list that does not add up",
      { text: "giveaway:g1:4\n0:3:A100\n" },
      {},
      "The list of tickets gives the client seed",
    ],
    ["another chain", { chain: sha("x") }, {}, "The running hash of the entries matches the list"],
    [
      "a chain not shown before",
      {},
      { chain: sha("x") },
      "The running hash of the entries matches the list",
    ],
    ["another hash", { winnerHash: sha("x") }, {}, /^Hash of the draw$/],
    ["another ticket", { winnerIndex: 0 }, {}, "Winning ticket"],
    ["another winner", { winner: "A100" }, {}, "Whose ticket it is"],
  ] satisfies Forgery[])("finds out %s", async (_, change, card, name) => {
    openEnded(change, card);
    expect(await screen.findByText("Not everything matches")).toBeVisible();
    const lines = screen.getAllByText(name).map((found) => found.closest("li")?.textContent);
    expect(lines.join()).toContain("Differs");
  });

  it("says what cannot be checked of a list that was cut short", async () => {
    openEnded({
      truncated: true,
      text: "",
      entries: [{ first: 0, count: 3, accountId: "A100" }],
    });
    expect(await screen.findByText(/too long to be sent in full, so/)).toBeVisible();
    expect(checkOf("The seed is the one that was promised").getByText("Matches")).toBeVisible();
    expect(checkOf("Winning ticket").getByText("Matches")).toBeVisible();
    expect(checkOf("Whose ticket it is").getByText("Not compared")).toBeVisible();
    expect(screen.getAllByText("Not compared")).toHaveLength(3);
    expect(screen.getByText(/The first 1 purchases of 4 tickets/)).toBeVisible();
    expect(screen.queryByText("Everything matches")).toBeNull();
  });

  it("draws past forfeited tickets as often as the site did", async () => {
    const draws: Proof["draws"] = [
      { ...zeroDraw, accountId: "A200", forfeited: true, forfeitReason: "inactive" },
    ];
    for (let redraw = 1; draws.at(-1)?.forfeited === true; redraw += 1) {
      const message = `${clientSeed}:${redraw}:0`;
      const hash = createHmac("sha256", SEED).update(message).digest("hex");
      const index = Number(BigInt(`0x${hash}`) % 4n);
      const forfeited = index === 3;
      draws.push({
        redraw,
        message,
        hash,
        index,
        accountId: forfeited ? "A200" : "A100",
        forfeited,
        forfeitReason: forfeited ? "deleted" : null,
      });
    }
    const last = draws.at(-1);
    openEnded({
      draws,
      winner: "A100",
      winnerHash: last?.hash ?? null,
      winnerIndex: last?.index ?? null,
    });
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(checkOf(/^Drawn again past forfeited tickets/).getByText("Matches")).toBeVisible();
    expect(screen.getByText("can't win: account deactivated")).toBeVisible();
    expect(screen.getByText("wins")).toBeVisible();
    expect(screen.getByText(/The reason is the site's statement/)).toBeVisible();
  });

  it("without tickets has no winner", async () => {
    const empty = sha("giveaway:g1:0\n");
    openEnded(
      {
        clientSeed: empty,
        text: "giveaway:g1:0\n",
        chain: sha("giveaway:g1"),
        tickets: 0,
        entries: [],
        draws: [],
        winnerHash: null,
        winnerIndex: null,
        winner: null,
      },
      { winner: null, ticketCount: 0, entrantCount: 0, chain: sha("giveaway:g1") },
    );
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(screen.getByText(/There is no winner/)).toBeVisible();
    expect(screen.getByText(/the list is empty/)).toBeVisible();
  });

  it("tells a list of several pages by its text", async () => {
    openEnded({ truncated: true, entries: checkValue.entries.slice(0, 1) });
    expect(await screen.findByText("Everything matches")).toBeVisible();
    expect(screen.getByText(/The whole list is shown below, as it is hashed/)).toBeVisible();
    expect(screen.queryByText(/too long to be sent whole/)).toBeNull();
  });

  it("takes the site's word where every account has been deleted, and says so", async () => {
    const draws = [{ ...zeroDraw, accountId: "A200", forfeited: true }];
    openEnded({ draws, winner: null, winnerHash: null, winnerIndex: null }, { winner: null });
    expect(await screen.findByText("No winner")).toBeVisible();
    expect(checkOf("No winner").getByText("Not compared")).toBeVisible();
    expect(screen.getByText("Everything matches")).toBeVisible();
  });

  it("finds out draws in another order, and a winner who was passed over", async () => {
    const draws = [
      { ...zeroDraw, accountId: "A200", forfeited: false },
      { ...zeroDraw, redraw: 1, accountId: "A100", forfeited: false },
    ];
    openEnded({ draws });
    expect(await screen.findByText("Not everything matches")).toBeVisible();
    expect(checkOf(/^Drawn again/).getByText("Differs")).toBeVisible();
  });

  it("shows a long list from its beginning, with the winner, and whole on demand", async () => {
    const entries = Array.from({ length: 80 }, (_, first) => ({
      first,
      count: 1,
      accountId: `A${first}`,
    }));
    openEnded({ entries, tickets: 80, winnerIndex: 70 });
    const list = within(await screen.findByRole("region", { name: "List of tickets" }));
    expect(list.getAllByRole("row")).toHaveLength(52);
    expect(list.getByText("A70")).toBeVisible();
    await userEvent.click(screen.getByRole("button", { name: "Show all 80 purchases" }));
    expect(list.getAllByRole("row")).toHaveLength(81);
  });

  it("says so where the browser offers no cryptography", async () => {
    vi.stubGlobal("crypto", {});
    openEnded();
    expect(await screen.findByText(/offers its cryptography on secure pages/)).toBeVisible();
    expect(screen.getByText("Who had which tickets")).toBeVisible();
  });
});

describe("what cannot be loaded", () => {
  it("is the giveaway, with another try", async () => {
    const found = answers.giveaway;
    answers.giveaway = refused;
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("The giveaway could not be loaded");
    answers.giveaway = found;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    expect(await screen.findByText(chain)).toBeVisible();
  });

  it("is the proof, with another try", async () => {
    giveaway = endedOf(giveaway);
    const found = answers.proof;
    answers.proof = refused;
    open();
    expect(await screen.findByRole("alert")).toHaveTextContent("The proof could not be loaded");
    answers.proof = found;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(screen.getByText("Everything matches")).toBeVisible());
  });
});
