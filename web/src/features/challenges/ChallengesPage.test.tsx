import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { guest, useSession } from "@/features/session/store";
import { jsonAnswer, renderPage, sampleMember } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { deliver } from "@/wire/socket";
import { ChallengesPage } from "./ChallengesPage";
import type { Challenge, Order } from "./model";

const olympus: Challenge = {
  id: "12",
  title: "Gates of Olympus",
  provider: "Pragmatic Play",
  task: "",
  description: "",
  image: "https://example.com/olympus.png",
  minBet: "$0.20",
  multiplier: "500x",
  reward: "$25",
  difficulty: "Hard",
  completed: false,
  rewardPoints: null,
};
const rush = { ...olympus, id: "13", title: "Sugar Rush", difficulty: "Easy" } as const;
const bandit = { ...olympus, id: "14", title: "Le Bandit", completed: true } as const;

const site = {
  success: true,
  links: [
    { kind: "kick", label: "Kick", url: "https://kick.example/" },
    { kind: "discord", label: "Discord", url: "https://chat.example/house" },
  ],
};

const fetched = vi.fn<(request: Request) => Promise<Response>>();

function serve(list: () => Response | Promise<Response>, siteBody: object = site) {
  fetched.mockImplementation(async (request) =>
    request.url.endsWith("/api/challenges") ? list() : jsonAnswer(siteBody),
  );
}

const open = (order: Order = "all") => renderPage(<ChallengesPage order={order} />);
const section = (name: RegExp) => screen.findByRole("region", { name });
const titlesIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

async function claim(title: string) {
  await userEvent.click(await screen.findByRole("button", { name: title }));
  return screen.findByRole("dialog");
}

beforeEach(() => {
  fetched.mockReset();
  stubFetch(fetched);
  serve(() => jsonAnswer([olympus, rush, bandit]));
});

afterEach(() => {
  useSession.setState(guest);
});

describe("the challenges", () => {
  it("stand in two sections with their counts and everything a card says", async () => {
    open();
    expect(screen.getByRole("status")).toHaveTextContent("Loading the challenges");
    const available = await section(/^Available 2$/);
    expect(titlesIn(available)).toEqual(["Gates of Olympus", "Sugar Rush"]);
    expect(titlesIn(await section(/^Completed 1$/))).toEqual(["Le Bandit"]);

    const [card] = within(available).getAllByRole("article");
    if (card === undefined) throw new Error("There is no card.");
    expect(card).toHaveTextContent("Reward: $25");
    expect(card).toHaveTextContent("Pragmatic Play");
    expect(card).toHaveTextContent("Difficulty: Hard");
    expect(within(card).getByText("Min Bet").nextSibling).toHaveTextContent("$0.20");
    expect(within(card).getByText("Required Multi").nextSibling).toHaveTextContent("500x");
  });

  it.each([
    ["easiest", "Easiest to Hardest", ["Sugar Rush", "Gates of Olympus"]],
    ["hardest", "Hardest to Easiest", ["Gates of Olympus", "Sugar Rush"]],
  ] as const)("are sorted: %s", async (order, label, titles) => {
    serve(() => jsonAnswer(order === "hardest" ? [rush, olympus] : [olympus, rush]));
    open(order);
    expect(titlesIn(await section(/^Available/))).toEqual(titles);
    expect(screen.getByRole("radio", { name: label })).toBeChecked();
    expect(screen.getByRole("radio", { name: "All" })).not.toBeChecked();
  });

  it("show the house's own picture when theirs does not load", async () => {
    const { container } = open();
    await section(/^Available/);
    const picture = container.querySelector("img");
    if (picture === null) throw new Error("There is no picture.");
    expect(picture).toHaveAttribute("src", olympus.image);
    const place = picture.parentElement;
    fireEvent.error(picture);
    expect(place?.querySelector("img")).toBeNull();
    expect(place?.querySelector("svg")).toHaveTextContent("500x");
  });

  it("name their slot where the title does not", async () => {
    serve(() => jsonAnswer([{ ...olympus, title: "Big one", task: "Hit 500x on Sugar Rush" }]));
    open();
    const card = within(await screen.findByRole("article"));
    expect(card.getByText("Hit 500x on Sugar Rush")).toBeVisible();
  });

  it("can be none", async () => {
    serve(() => jsonAnswer([]));
    open();
    expect(await screen.findByText("No Challenges Available")).toBeVisible();
    expect(await section(/^Available 0$/)).toBeVisible();
    expect(await section(/^Completed 0$/)).toBeVisible();
    expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  });

  it("are an error after a failed load, with another try", async () => {
    serve(() => jsonAnswer({ success: false, error: "busy", message: "Too many requests" }, 429));
    open();
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The challenges could not be loaded");
    expect(alert).toHaveTextContent("Too many requests");
    expect(screen.queryByText("No Challenges Available")).toBeNull();
    expect(screen.queryByRole("heading", { name: /^(Available|Completed)/ })).toBeNull();
    serve(() => jsonAnswer([olympus]));
    await userEvent.click(within(alert).getByRole("button", { name: "Retry" }));
    expect(await section(/^Available 1$/)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the claim dialog", () => {
  it("tells how to claim, and leads to the chat server", async () => {
    open();
    const dialog = await claim("Claim: Gates of Olympus");
    expect(dialog).toHaveAccessibleName("Gates of Olympus");
    const join = await within(dialog).findByRole("link", { name: /^Join Discord/ });
    expect(dialog).toHaveTextContent("create a ticket in the Discord server");
    expect(dialog).toHaveTextContent("Mention the challenge number #12.");
    expect(dialog).toHaveTextContent("Verification takes 24-48 hours");
    expect(join).toHaveAttribute("href", "https://chat.example/house");
    expect(within(dialog).queryByRole("button", { name: "Done" })).toBeNull();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks a member for the account ID where points are paid", async () => {
    useSession.setState({ status: "member", token: "t-1", member: sampleMember });
    serve(() => jsonAnswer([{ ...olympus, rewardPoints: 500 }]));
    open();
    const dialog = await claim("Claim: Gates of Olympus");
    expect(dialog).toHaveTextContent("and your account ID K7M2Q9XR");
    expect(dialog).toHaveTextContent("$25 + 500 points");
  });

  it("offers no way in where the site names no chat server", async () => {
    serve(() => jsonAnswer([olympus]), { ...site, links: [] });
    open();
    const dialog = await claim("Claim: Gates of Olympus");
    expect(dialog).toHaveTextContent("create a ticket in the community chat server");
    expect(within(dialog).queryByRole("link")).toBeNull();
  });

  it("says that a completed challenge has been done", async () => {
    open();
    const dialog = await claim("View: Le Bandit");
    expect(dialog).toHaveAccessibleName("Challenge completed!");
    expect(dialog).toHaveTextContent("Le Bandit (#14) has been successfully completed");
    expect(dialog).not.toHaveTextContent("ticket");
    await userEvent.click(within(dialog).getByRole("button", { name: "Done" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("follows a push, and closes when its challenge is gone", async () => {
    open();
    await claim("Claim: Gates of Olympus");
    act(() => deliver("challengesUpdated", [{ ...olympus, completed: true }]));
    expect(await screen.findByRole("dialog", { name: "Challenge completed!" })).toBeVisible();
    act(() => deliver("challengesUpdated", [rush]));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("a push", () => {
  it("replaces the lists and says so", async () => {
    open();
    await section(/^Available 2$/);
    act(() => deliver("challengesUpdated", [{ ...rush, completed: true }, bandit]));
    // First, because it goes by itself.
    expect(await screen.findByText("Challenges updated!")).toBeInTheDocument();
    expect(await section(/^Completed 2$/)).toBeVisible();
    expect(screen.getByText("No Challenges Available")).toBeVisible();
  });

  it("is newer than an answer that was on its way", async () => {
    const answers: ((response: Response) => void)[] = [];
    serve(() => new Promise((resolve) => answers.push(resolve)));
    open();
    act(() => deliver("challengesUpdated", [rush]));
    expect(await section(/^Available 1$/)).toBeVisible();
    await act(async () => answers[0]?.(jsonAnswer([olympus, bandit])));
    expect(titlesIn(await section(/^Available 1$/))).toEqual(["Sugar Rush"]);
    // The read begins anew.
    await act(async () => answers[1]?.(jsonAnswer([rush, bandit])));
    expect(await section(/^Completed 1$/)).toBeVisible();
    expect(answers).toHaveLength(2);
  });

  it("ends a failed load", async () => {
    serve(() => jsonAnswer({ success: false, error: "busy", message: "Too many requests" }, 429));
    open();
    await screen.findByRole("alert");
    act(() => deliver("challengesUpdated", [olympus]));
    expect(await section(/^Available 1$/)).toBeVisible();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
