import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { beginSession, endSession } from "@/features/session/actions";
import { jsonAnswer, sampleMember } from "@/test-page";
import {
  aPerson,
  namesThatWait,
  openAfterReload,
  openAsAdmin,
  openPanel,
  purchasesThatWait,
  refusal,
} from "@/test-panel";
import { later } from "@/testing/later";
import { neverAnswer } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { keepAdminToken } from "../session/store";
import { useUnsavedChanges } from "../session/unsaved";
import { setHiding } from "./private";

const ME = "GET /api/admin/me";
const LOGIN = "POST /api/admin/login";
const NAMES = "GET /api/admin/approvals";
const PURCHASES = "GET /api/admin/purchases";
const LOGOUT = "POST /api/admin/logout";
const SITE = "POST /api/auth/admin/maintenance-mode";
const anyScreen = window.matchMedia;
const password = () => screen.findByLabelText("Admin password");
const logout = () => screen.findByRole("button", { name: "Logout" });
const flag = () => localStorage.getItem("adminAuthenticated");

afterEach(() => {
  endSession();
  keepAdminToken(null);
  queryClient.clear();
  vi.stubGlobal("matchMedia", anyScreen);
});

describe("the password gate", () => {
  it("takes nothing while the field is empty, and clears a wrong entry", async () => {
    const panel = openPanel("/admin", {
      [LOGIN]: () => refusal(401, "Invalid password. Access denied.", "invalid_password"),
    });
    await userEvent.click(await password());
    expect(screen.getByRole("button", { name: "Enter" })).toBeDisabled();
    await userEvent.keyboard("{Enter}");
    expect(panel.sent(LOGIN)).toEqual([]);

    await userEvent.keyboard("guess{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      /^Invalid password. Access denied.$/,
    );
    expect(await password()).toHaveValue("");
    expect(await password()).toHaveFocus();
    expect(screen.getByRole("button", { name: "Enter" })).toBeDisabled();
    expect(flag()).toBeNull();
  });

  it("shows no form before it is known whether it asks for a name", async () => {
    const answered = later<Response>();
    openPanel("/admin", { "GET /api/admin/login": () => answered.promise });
    expect(await screen.findByRole("heading", { name: "Admin panel" })).toBeVisible();
    expect(screen.queryByLabelText("Admin password")).toBeNull();
    answered.resolve(jsonAnswer({ success: true, asksName: true, hasPasskeys: false }));
    expect(await screen.findByLabelText("Name")).toBeVisible();
    expect(screen.getByLabelText("Password")).toBeVisible();
  });

  it("asks for the password where nobody says what else is needed", async () => {
    openPanel("/admin", { "GET /api/admin/login": () => refusal(500, "Broken", "internal") });
    expect(await password()).toBeVisible();
  });

  it("opens the panel for the right one, and keeps it open for the next load", async () => {
    const panel = openPanel("/admin", {
      [LOGIN]: () => jsonAnswer({ success: true, token: "admin-7" }),
    });
    await userEvent.type(await password(), "open sesame{Enter}");
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(panel.sent(LOGIN)).toEqual([{ password: "open sesame" }]);
    expect(flag()).toBe("true");
    // The field that had the focus is gone with the gate.
    expect(screen.getByRole("main")).toHaveFocus();
    expect(await screen.findByText("1,234")).toBeVisible();
    expect(new Set(panel.tokens(NAMES))).toEqual(new Set(["Bearer admin-7"]));
  });

  it("keeps a password that was not judged, and says how long to wait", async () => {
    openPanel("/admin", {
      [LOGIN]: () =>
        jsonAnswer(
          { success: false, error: "too_many_requests", message: "Too many attempts." },
          429,
          {
            "Retry-After": "600",
          },
        ),
    });
    await userEvent.type(await password(), "guess{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("Too many attempts. Try again in");
    expect(await password()).toHaveValue("guess");
    expect(screen.getByRole("button", { name: "Enter" })).toBeDisabled();
  });
});

describe("the guard", () => {
  it.each(["/admin/gaming-approvals", "/admin/game-maintenance", "/admin/health", "/admin/x/y"])(
    "sends %s to the gate",
    async (address) => {
      const panel = openPanel(address);
      expect(await password()).toBeVisible();
      expect(panel.path()).toBe("/admin");
      expect(panel.tokens(NAMES)).toEqual([]);
    },
  );

  it("opens nothing for the flag alone", async () => {
    localStorage.setItem("adminAuthenticated", "true");
    const panel = openPanel("/admin/gaming-approvals");
    expect(await password()).toBeVisible();
    expect(panel.path()).toBe("/admin");
  });

  it.each(["/admin/health?tab=x#backups", "/admin/gaming-approvals"])(
    "opens %s after the login that it was sent to",
    async (address) => {
      const panel = openPanel(address, {
        [LOGIN]: () => jsonAnswer({ success: true, token: "admin-7" }),
        [ME]: () => jsonAnswer(aPerson({}, { id: 2, name: "Mia", role: "moderator" })),
      });
      await userEvent.type(await password(), "open sesame{Enter}");
      await waitFor(() => expect(panel.href()).toBe(address));
      // Only once: the dashboard opens like any page.
      const menu = within(await screen.findByRole("navigation", { name: "Admin" }));
      await userEvent.click(menu.getByRole("link", { name: "Dashboard" }));
      await waitFor(() => expect(panel.href()).toBe("/admin"));
    },
  );

  it("opens the page again after the login that follows an ended session", async () => {
    let isEnded = true;
    const panel = openAfterReload("/admin/gaming-approvals", {
      "POST /api/admin/session": neverAnswer,
      [NAMES]: () => (isEnded ? refusal(401, "Please log in", "unauthorized") : namesThatWait(0)),
      [LOGIN]: () => {
        isEnded = false;
        return jsonAnswer({ success: true, token: "admin-7" });
      },
    });
    const field = await password();
    await waitFor(() => expect(panel.path()).toBe("/admin"));
    await userEvent.type(field, "open sesame{Enter}");
    await waitFor(() => expect(panel.path()).toBe("/admin/gaming-approvals"));
  });

  it("leads to the dashboard after a logout", async () => {
    const panel = openAsAdmin("/admin/gaming-approvals", {
      [LOGIN]: () => jsonAnswer({ success: true, token: "admin-7" }),
    });
    await userEvent.click(await logout());
    await userEvent.type(await password(), "open sesame{Enter}");
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(panel.path()).toBe("/admin");
  });

  it.each(["/admin?tab=approvals", "/admin?section=accounts"])(
    "leads %s to the accounts",
    async (address) => {
      const panel = openAsAdmin(address);
      await waitFor(() => expect(panel.path()).toBe("/admin/accounts"));
    },
  );

  it.each([NAMES, "POST /api/admin/session"])(
    "shows the gate after a reload with an ended session (%s)",
    async (call) => {
      const panel = openAfterReload("/admin/gaming-approvals", {
        [NAMES]: neverAnswer,
        "POST /api/admin/session": neverAnswer,
        [call]: () => refusal(401, "Please log in", "unauthorized"),
      });
      expect(await password()).toBeVisible();
      expect(screen.queryByRole("dialog")).toBeNull();
      await waitFor(() => expect(panel.path()).toBe("/admin"));
      expect(flag()).toBeNull();
    },
  );

  it("never sends a member's token with the admin's calls", async () => {
    beginSession({ token: "member-1", user: sampleMember });
    const panel = openAsAdmin("/admin");
    expect(await screen.findByText("1,234")).toBeVisible();
    expect(new Set(panel.tokens(NAMES))).toEqual(new Set(["Bearer admin-1"]));
    expect(new Set(panel.tokens("GET /api/admin/accounts"))).toEqual(new Set(["Bearer admin-1"]));
  });

  it("shows phones that the panel needs a PC, with the way to the page for the stream", async () => {
    pretendPhone();
    openAsAdmin("/admin/accounts");
    expect(
      await screen.findByRole("heading", { name: "Please open the admin panel on a PC" }),
    ).toBeVisible();
    expect(screen.queryByRole("navigation", { name: "Admin" })).toBeNull();
    await userEvent.click(screen.getByRole("link", { name: "Stream" }));
    expect(await screen.findByRole("heading", { name: "Stream", level: 1 })).toBeVisible();
  });

  it("leads phones from the gate to the page for the stream", async () => {
    pretendPhone();
    const panel = openPanel("/admin/stream", {
      [LOGIN]: () => jsonAnswer({ success: true, token: "admin-7" }),
    });
    await userEvent.type(await password(), "open sesame{Enter}");
    await waitFor(() => expect(panel.path()).toBe("/admin/stream"));
  });

  it.each([
    ["moderator", "/admin/stream"],
    ["admin", "/admin"],
  ] as const)("leads a login of the role %s to %s, and nothing after it", async (role, path) => {
    const panel = openPanel("/admin", {
      [LOGIN]: () => jsonAnswer({ success: true, token: "admin-7" }),
      [ME]: () => jsonAnswer(aPerson({}, { id: 2, name: "Mia", role })),
    });
    await userEvent.type(await password(), "open sesame{Enter}");
    const menu = within(await screen.findByRole("navigation", { name: "Admin" }));
    await menu.findByRole("link", { name: "Dashboard" });
    await waitFor(() => expect(panel.path()).toBe(path));
    await userEvent.click(menu.getByRole("link", { name: "Dashboard" }));
    expect(await screen.findByRole("heading", { name: "Dashboard" })).toBeVisible();
    expect(panel.path()).toBe("/admin");
  });
});

function pretendPhone(): void {
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: media.includes("coarse"),
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

function Draft() {
  useUnsavedChanges(true);
  return null;
}

describe("logout", () => {
  it("leads from the dashboard to the site", async () => {
    const panel = openAsAdmin("/admin");
    await userEvent.click(await logout());
    await waitFor(() => expect(panel.path()).toBe("/"));
    expect(flag()).toBeNull();
    expect(panel.tokens(LOGOUT)).toEqual(["Bearer admin-1"]);
  });

  it.each([
    ["offline", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["out of order", () => refusal(500, "Out of order")],
  ])("forgets the login also while the server is %s", async (_, answer) => {
    const panel = openAsAdmin("/admin/gaming-approvals", { [LOGOUT]: answer });
    await userEvent.click(await logout());
    expect(await password()).toBeVisible();
    await waitFor(() => expect(panel.tokens(LOGOUT)).toEqual(["Bearer admin-1"]));
    expect(localStorage.getItem("pointhouse.adminToken")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("leads from other pages to the gate", async () => {
    const panel = openAsAdmin("/admin/gaming-approvals");
    await userEvent.click(await logout());
    expect(await password()).toBeVisible();
    expect(panel.path()).toBe("/admin");
    expect(flag()).toBeNull();
  });

  it("asks first while there are unsaved changes", async () => {
    const panel = openAsAdmin("/admin/gaming-approvals");
    render(<Draft />);
    await userEvent.click(await logout());
    const question = await screen.findByRole("dialog", { name: "Logout with Unsaved Changes" });
    await userEvent.click(within(question).getByRole("button", { name: "Cancel" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(flag()).toBe("true");

    await userEvent.click(await logout());
    await userEvent.click(
      within(await screen.findByRole("dialog")).getByRole("button", { name: "Logout" }),
    );
    expect(await password()).toBeVisible();
    expect(panel.path()).toBe("/admin");
    expect(flag()).toBeNull();
  });

  it("in another window holds in this one", async () => {
    const panel = openAsAdmin("/admin/gaming-approvals");
    await logout();
    localStorage.removeItem("adminAuthenticated");
    act(() => {
      window.dispatchEvent(new StorageEvent("storage", { key: "adminAuthenticated" }));
    });
    expect(await password()).toBeVisible();
    // The other window has told the server.
    expect(panel.tokens(LOGOUT)).toEqual([]);
  });
});

describe("the sidebar", () => {
  it("leads to every page, and counts the names that wait by push", async () => {
    // Only the first call is answered: what is seen after it came by push.
    let isFirst = true;
    openAsAdmin("/admin", {
      [NAMES]: (request) => {
        if (!isFirst) return neverAnswer(request);
        isFirst = false;
        return namesThatWait(2);
      },
    });
    const menu = within(await screen.findByRole("navigation", { name: "Admin" }));
    expect((await menu.findAllByRole("link")).map((link) => link.getAttribute("href"))).toEqual([
      "/admin",
      "/admin/stream",
      "/admin/accounts",
      "/admin/gaming-approvals",
      "/admin/challenges",
      "/admin/bonus-hunts",
      "/admin/giveaways",
      "/admin/points-shop",
      "/admin/game-maintenance",
      "/admin/overlay",
      "/admin/economy",
      "/admin/audit",
      "/admin/chat",
      "/admin/health",
      "/admin/people",
      "/admin/settings",
      "/docs",
    ]);
    expect(await menu.findByText("2")).toHaveTextContent("2 pending");
    act(() => deliver("approvalsChanged", { pending: 3 }));
    expect(await menu.findByText("3")).toHaveTextContent("3 pending");
    act(() => deliver("approvalsChanged", { pending: 0 }));
    await waitFor(() => expect(menu.queryByText("pending")).toBeNull());
  });

  it("counts the purchases that wait on every page, for those who may see them", async () => {
    let waiting = 2;
    const panel = openAsAdmin("/admin/gaming-approvals", {
      [PURCHASES]: () => purchasesThatWait(waiting),
    });
    const menu = within(await screen.findByRole("navigation", { name: "Admin" }));
    const shop = await menu.findByRole("link", { name: /^Points Shop/ });
    await waitFor(() => expect(shop).toHaveTextContent("2 pending"));
    waiting = 3;
    act(() => deliver("pointsShopPurchased", { itemId: "3" }));
    await waitFor(() => expect(shop).toHaveTextContent("3 pending"), { timeout: 5_000 });
    expect(panel.path()).toBe("/admin/gaming-approvals");
  });

  it("does not ask for purchases on behalf of those who may not see them", async () => {
    const panel = openAsAdmin("/admin/gaming-approvals", {
      [ME]: () => jsonAnswer(aPerson({ shop: "none" }, { role: "moderator" })),
    });
    const menu = within(await screen.findByRole("navigation", { name: "Admin" }));
    await menu.findByRole("link", { name: "Stream" });
    expect(panel.tokens(PURCHASES)).toEqual([]);
  });

  it("hides private values by a switch that is on every page, and by nothing else", async () => {
    const panel = openAsAdmin("/admin/stream");
    expect(await screen.findByRole("heading", { name: "Stream", level: 1 })).toBeVisible();
    const [hiding] = await screen.findAllByRole("switch", { name: "Hide private values" });
    expect(hiding).not.toBeChecked();
    const menu = within(screen.getByRole("navigation", { name: "Admin" }));
    await userEvent.click(await menu.findByRole("link", { name: "Dashboard" }));
    await waitFor(() => expect(panel.path()).toBe("/admin"));
    for (const one of screen.getAllByRole("switch", { name: "Hide private values" }))
      expect(one).not.toBeChecked();
    if (hiding !== undefined) await userEvent.click(hiding);
    for (const one of screen.getAllByRole("switch", { name: "Hide private values" }))
      expect(one).toBeChecked();
    act(() => setHiding(false));
  });

  it("closes the site after a question, and says why it could not", async () => {
    let isClosed = false;
    let isDown = true;
    const panel = openAsAdmin("/admin", {
      "GET /api/auth/admin/maintenance-status": () =>
        jsonAnswer({ success: true, maintenanceMode: isClosed }),
      [SITE]: () => {
        if (isDown) return refusal(500, "The server is out of order");
        isClosed = true;
        return jsonAnswer({ success: true, maintenanceMode: true });
      },
    });
    const button = await screen.findByRole("switch", { name: "Site maintenance" });
    expect(button).not.toBeChecked();
    await userEvent.click(button);
    const question = within(await screen.findByRole("dialog", { name: "Close the site?" }));
    expect(panel.sent(SITE)).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Close the site" }));
    expect(await question.findByRole("alert")).toHaveTextContent("The server is out of order");
    expect(button).not.toBeChecked();

    isDown = false;
    await userEvent.click(question.getByRole("button", { name: "Close the site" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(button).toBeChecked();
    expect(panel.sent(SITE)).toEqual([{ enabled: true }, { enabled: true }]);
  });
});
