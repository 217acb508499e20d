import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { endSession } from "@/features/session/actions";
import { type Member, useMember } from "@/features/session/store";
import { jsonAnswer, renderPage } from "@/test-page";
import { CasinoCard } from "./CasinoCard";
import { casinoLink } from "./casino";
import { nothing, openHouse, refused } from "./test-house";

afterEach(() => endSession());

const approval = (platform_username: string, status: string, reason: string | null = null) => ({
  id: "1",
  username: "rory",
  email: "rory@example.com",
  profilePicture: null,
  platform: "Rainbet",
  platform_username,
  status,
  submitted_at: null,
  processed_at: null,
  admin_note: "",
  reason,
});

function TestCard() {
  const member = useMember();
  return member === null ? null : <CasinoCard member={member} />;
}

function open(approvals: Member["gamingApprovals"], calls: Parameters<typeof openHouse>[0] = {}) {
  const house = openHouse({ member: { gamingApprovals: approvals }, ...calls });
  renderPage(<TestCard />);
  return { ...house, user: userEvent.setup() };
}

const submit = () => screen.getByRole("button", { name: "Submit for approval" });

describe("where a casino name stands", () => {
  const none = { linked: null, pending: null, rejected: null };

  it.each([
    ["nothing", [], null, none],
    ["a name that waits", [approval("A", "pending")], null, { ...none, pending: "A" }],
    ["an approved name", [approval("A", "approved")], null, { ...none, linked: "A" }],
    ["a name of the member's own row", [], "A", { ...none, linked: "A" }],
    [
      "a change that waits",
      [approval("A", "approved"), approval("B", "pending")],
      "A",
      { linked: "A", pending: "B", rejected: null },
    ],
    [
      "a name that was turned down",
      [approval("A", "rejected", "No such name")],
      null,
      { ...none, rejected: { name: "A", reason: "No such name" } },
    ],
    [
      "another try after a refusal",
      [approval("A", "rejected", "No"), approval("B", "pending")],
      null,
      { ...none, pending: "B" },
    ],
    [
      "a name on another platform",
      [{ ...approval("A", "approved"), platform: "Kick" }],
      null,
      none,
    ],
  ] as const)("%s", (_, approvals, linked, link) => {
    expect(casinoLink(approvals, linked)).toEqual(link);
  });
});

describe("the casino card", () => {
  it("takes a name, which then waits", async () => {
    const pending = [approval("RoryRain", "pending")];
    const { user, bodies } = open([], {
      calls: {
        "PUT /api/auth/update-gaming": () =>
          jsonAnswer({ success: true, message: "ok", notifications: [], approvals: pending }),
      },
    });
    expect(submit()).toBeDisabled();
    await user.type(screen.getByLabelText("Casino username"), " RoryRain ");
    await user.click(submit());
    expect(await screen.findByText("Rainbet username submitted for admin approval!")).toBeVisible();
    expect(screen.getByText("Pending Approval")).toBeVisible();
    expect(screen.getByLabelText("Casino username")).toBeDisabled();
    expect(screen.getByLabelText("Casino username")).toHaveValue("RoryRain");
    expect(screen.getByRole("heading", { name: "Casino Account" })).toHaveFocus();
    await expect(bodies("PUT /api/auth/update-gaming")).resolves.toEqual([
      { rainbetUsername: "RoryRain" },
    ]);
  });

  it("says the first notification in place of its own words", async () => {
    const { user } = open([], {
      calls: {
        "PUT /api/auth/update-gaming": () =>
          jsonAnswer({
            success: true,
            message: "ok",
            notifications: [{ message: "We look at it on Monday." }],
            approvals: [],
          }),
      },
    });
    await user.type(screen.getByLabelText("Casino username"), "RoryRain");
    await user.click(submit());
    expect(await screen.findByText("We look at it on Monday.")).toBeVisible();
  });

  it("says the server's refusal, or its own words when there is none", async () => {
    const { user, calls } = open([], {
      calls: {
        "PUT /api/auth/update-gaming": () =>
          refused("name_taken", "This username belongs to another member", 409),
      },
    });
    await user.type(screen.getByLabelText("Casino username"), "RoryRain");
    await user.click(submit());
    expect(await screen.findByText("This username belongs to another member")).toBeVisible();
    calls["PUT /api/auth/update-gaming"] = nothing;
    await user.click(submit());
    expect(
      await screen.findByText("Failed to submit gaming account. Please try again."),
    ).toBeVisible();
    calls["PUT /api/auth/update-gaming"] = () =>
      refused("validation", "x", 400, { fields: { rainbetUsername: "At most 40 characters" } });
    await user.click(submit());
    expect(await screen.findByText("At most 40 characters")).toBeVisible();
    expect(screen.getByLabelText("Casino username")).toBeInvalid();
  });

  it("shows why a name was turned down, with the form", async () => {
    open([approval("RoryRain", "rejected", "It plays under no code of ours.")]);
    expect(await screen.findByText(/It plays under no code of ours/)).toBeVisible();
    expect(screen.getByText("RoryRain")).toBeVisible();
    expect(submit()).toBeDisabled();
  });

  it("shows an approved name, and takes another one", async () => {
    const { user, calls } = open([approval("RoryRain", "approved")]);
    expect(await screen.findByText("Linked")).toBeVisible();
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Request a change" }));
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("textbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Request a change" }));
    calls["PUT /api/auth/update-gaming"] = () =>
      jsonAnswer({
        success: true,
        message: "ok",
        notifications: [],
        approvals: [approval("RoryRain", "approved"), approval("Rory2", "pending")],
      });
    await user.type(screen.getByLabelText("New casino username"), "Rory2");
    await user.click(submit());
    expect(await screen.findByText("Pending Approval")).toBeVisible();
    expect(screen.getByText("RoryRain")).toBeVisible();
    expect(screen.getByText("Linked")).toBeVisible();
    expect(
      screen.getByText("RoryRain stays linked until the streamer approves the new one."),
    ).toBeVisible();
    expect(screen.getByLabelText("New casino username")).toBeDisabled();
    expect(screen.getByLabelText("New casino username")).toHaveValue("Rory2");
  });

  it("keeps showing what the member carries when the approvals cannot be read", async () => {
    const { count } = open([approval("RoryRain", "pending")], {
      calls: { "GET /api/auth/gaming-approvals/user": () => refused("x", "No") },
    });
    expect(screen.getByText("Pending Approval")).toBeVisible();
    expect(count("PUT /api/auth/update-gaming")).toBe(0);
  });
});
