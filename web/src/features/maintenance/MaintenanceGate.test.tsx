import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { jsonAnswer, renderPage } from "@/test-page";
import { stubFetch } from "@/testing/pending-work";
import { keepBypass } from "@/wire/closed-site";
import { api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import { deliver } from "@/wire/socket";
import { MaintenanceGate } from "./MaintenanceGate";

const fetched = vi.fn<(request: Request) => Promise<Response>>();
let closed: boolean;
let onBypass: () => Promise<Response>;
const asked = (path: string) => fetched.mock.calls.filter(([{ url }]) => url.endsWith(path));
const STATUS = "/api/auth/admin/maintenance-status";

// What jsdom lacks of a dialog.
function showModal(this: HTMLDialogElement) {
  this.open = true;
}

function close(this: HTMLDialogElement) {
  this.open = false;
}

// The overlay's code is fetched when it is wanted; a cold fetch takes longer than a test waits.
beforeAll(async () => {
  await import("./MaintenanceOverlay");
});

function grant(expiresAt = new Date(Date.now() + 3_600_000).toISOString()) {
  return { success: true, bypassToken: "pass-1", expiresAt, message: "Welcome" };
}

beforeEach(() => {
  closed = true;
  onBypass = async () => jsonAnswer(grant());
  HTMLDialogElement.prototype.showModal = showModal;
  HTMLDialogElement.prototype.close = close;
  fetched.mockReset();
  fetched.mockImplementation(async ({ url }) => {
    if (url.endsWith(STATUS)) return jsonAnswer({ success: true, maintenanceMode: closed });
    if (url.endsWith("/api/auth/maintenance-bypass")) return await onBypass();
    if (url.endsWith("/api/site"))
      return jsonAnswer({ success: true, name: "Northside", maintenanceTrack: null });
    return jsonAnswer({ success: false, error: "maintenance", message: "Closed" }, 503);
  });
  stubFetch(fetched);
});

afterEach(() => keepBypass(null));

const overlay = () => screen.findByRole("dialog", { name: "We'll be back soon" });
const enter = async (password: string) => {
  await overlay();
  if (password !== "")
    await userEvent.type(await screen.findByLabelText("Admin password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Enter" }));
};

describe("the closed site", () => {
  it("is covered, and the focus is inside", async () => {
    renderPage(<MaintenanceGate />);
    expect(await overlay()).toContainElement(document.activeElement as HTMLElement);
    expect(await screen.findByText("Northside")).toBeVisible();
  });

  it("is covered by push, and comes back by push with fresh data", async () => {
    closed = false;
    renderPage(<MaintenanceGate />);
    await waitFor(() => expect(asked(STATUS)).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
    act(() => deliver("maintenanceChanged", { maintenanceMode: true }));
    await overlay();
    await screen.findByText("Northside");
    act(() => deliver("maintenanceChanged", { maintenanceMode: false }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(document.documentElement.style.overflow).toBe("");
    // Everything that is on show is read again: the switch, too.
    await waitFor(() => expect(asked(STATUS).length).toBeGreaterThan(1));
  });

  it("asks again when a call was turned away", async () => {
    closed = false;
    renderPage(<MaintenanceGate />);
    await waitFor(() => expect(asked(STATUS)).toHaveLength(1));
    closed = true;
    await expect(api.POST("/api/calendar/claim", { body: {} })).rejects.toThrow("Closed");
    await overlay();
  });

  it.each(["/admin", "/admin/accounts", "/stream"])("is not covered at %s", async (address) => {
    renderPage(<MaintenanceGate />, address);
    await waitFor(() =>
      expect(queryClient.getQueryData(["maintenance"])).toMatchObject({ maintenanceMode: true }),
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is covered where an address only begins like one of those", async () => {
    renderPage(<MaintenanceGate />, "/streamers");
    await overlay();
  });

  it("does not close with Escape", async () => {
    renderPage(<MaintenanceGate />);
    const dialog = await overlay();
    const cancel = new Event("cancel", { cancelable: true });
    act(() => void dialog.dispatchEvent(cancel));
    expect(cancel.defaultPrevented).toBe(true);
  });

  it("keeps its keys from the page behind it", async () => {
    renderPage(<MaintenanceGate />);
    await overlay();
    const heard = vi.fn();
    document.addEventListener("keydown", heard, true);
    await userEvent.keyboard("{Escape} {Enter}h");
    expect(heard).not.toHaveBeenCalled();
    document.removeEventListener("keydown", heard, true);
    await userEvent.type(screen.getByLabelText("Admin password"), "typed");
    expect(screen.getByLabelText("Admin password")).toHaveValue("typed");
  });

  it("makes the page behind it inert, also what opens later, until the site opens", async () => {
    renderPage(
      <>
        <input aria-label="Behind" />
        <MaintenanceGate />
      </>,
    );
    const dialog = await overlay();
    const behind = screen.getByLabelText("Behind");
    const later = document.createElement("div");
    document.body.append(later);
    await waitFor(() => expect(later).toHaveAttribute("inert"));
    expect(behind.closest("[inert]")).not.toBeNull();
    expect(dialog.closest("[inert]")).toBeNull();
    act(() => deliver("maintenanceChanged", { maintenanceMode: false }));
    await waitFor(() => expect(behind.closest("[inert]")).toBeNull());
    expect(later).not.toHaveAttribute("inert");
    later.remove();
  });
});

describe("the password", () => {
  it("may not be empty", async () => {
    renderPage(<MaintenanceGate />);
    await enter("");
    expect(await screen.findByRole("alert")).toHaveTextContent("Please enter a password");
    expect(asked("/maintenance-bypass")).toHaveLength(0);
  });

  it("is refused in the server's words", async () => {
    onBypass = async () =>
      jsonAnswer({ success: false, error: "invalid_password", message: "Not that one" }, 401);
    renderPage(<MaintenanceGate />);
    await enter("guess");
    expect(await screen.findByRole("alert")).toHaveTextContent("Not that one");
    expect(screen.getByLabelText("Admin password")).toHaveValue("");
  });

  it("is refused without words", async () => {
    onBypass = async () => jsonAnswer({ success: false }, 401);
    renderPage(<MaintenanceGate />);
    await enter("guess");
    expect(await screen.findByRole("alert")).toHaveTextContent("Invalid password");
  });

  it("meets a lost connection", async () => {
    onBypass = async () => {
      throw new TypeError("Failed to fetch");
    };
    renderPage(<MaintenanceGate />);
    await enter("right");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "Connection error. Please try again.",
    );
  });

  it("opens the site for this browser, also for its next load", async () => {
    renderPage(<MaintenanceGate />);
    await enter("right");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(JSON.parse(localStorage.getItem("pointhouse.bypass") ?? "")).toMatchObject({
      token: "pass-1",
    });
    await api.GET("/api/site");
    const last = fetched.mock.calls.at(-1)?.[0];
    expect(last?.headers.get("X-Maintenance-Bypass")).toBe("pass-1");
  });
});

describe("what was granted", () => {
  it("is forgotten when a call is turned away despite it", async () => {
    keepBypass({ token: "old", expiresAt: new Date(Date.now() + 60_000).toISOString() });
    renderPage(<MaintenanceGate />);
    await waitFor(() => expect(asked(STATUS)).toHaveLength(1));
    expect(screen.queryByRole("dialog")).toBeNull();
    await expect(api.POST("/api/calendar/claim", { body: {} })).rejects.toThrow("Closed");
    await overlay();
    expect(localStorage.getItem("pointhouse.bypass")).toBeNull();
  });

  it("is forgotten when its time is over", async () => {
    keepBypass({ token: "old", expiresAt: new Date(Date.now() - 60_000).toISOString() });
    renderPage(<MaintenanceGate />);
    await overlay();
    expect(asked(STATUS)[0]?.[0].headers.get("X-Maintenance-Bypass")).toBeNull();
  });
});
