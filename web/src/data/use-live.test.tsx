import { queryOptions } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/test-page";
import { pass, settle } from "@/testing/fake-clock";
import { later } from "@/testing/later";
import { deliver, openSocket } from "@/wire/socket";
import { stale, useLive } from "./use-live";

const connection = vi.hoisted(() => ({ goOnline: () => {}, goOffline: () => {} }));
vi.mock("@/wire/live-connection", () => ({
  connectLive: ({ onOnline, onOffline }: { onOnline: () => void; onOffline: () => void }) => {
    connection.goOnline = onOnline;
    connection.goOffline = onOffline;
    return () => {};
  },
}));

/** Longer than any test takes, so that only a fake clock reaches it. */
const OFFLINE_MS = 60_000;

const read = vi.fn<() => Promise<string>>();
const query = queryOptions({ queryKey: ["mode"], queryFn: read, staleTime: 0, retry: false });

/** A full push, and one that only says that something has changed. */
function Page({ isAfterConnection = false }: { isAfterConnection?: boolean }) {
  const { data } = useLive(query, {
    offlineMs: OFFLINE_MS,
    isAfterConnection,
    on: {
      maintenanceChanged: ({ maintenanceMode }) => (maintenanceMode ? "pushed" : undefined),
      accountChanged: () => stale,
    },
  });
  return <p>{data ?? "on its way"}</p>;
}

const push = (maintenanceMode: boolean) =>
  act(async () => deliver("maintenanceChanged", { maintenanceMode }));

beforeEach(() => {
  read.mockReset();
});

afterEach(() => {
  vi.useRealTimers();
});

describe("useLive", () => {
  it("takes over what is pushed", async () => {
    read.mockResolvedValue("read");
    renderPage(<Page />);
    expect(await screen.findByText("read")).toBeVisible();
    await push(false);
    expect(screen.getByText("read")).toBeVisible();
    await push(true);
    expect(await screen.findByText("pushed")).toBeVisible();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it("does not put an older answer over a push that came during the first read", async () => {
    const old = later<string>();
    const anew = later<string>();
    read.mockReturnValueOnce(old.promise).mockReturnValueOnce(anew.promise);
    renderPage(<Page />);
    await push(true);
    expect(await screen.findByText("pushed")).toBeVisible();
    await act(async () => old.resolve("old"));
    expect(screen.getByText("pushed")).toBeVisible();
    await act(async () => anew.resolve("read after the push"));
    expect(await screen.findByText("read after the push")).toBeVisible();
  });

  it("begins a first read anew when a push makes its answer old", async () => {
    const old = later<string>();
    read.mockReturnValueOnce(old.promise).mockResolvedValueOnce("new");
    renderPage(<Page />);
    await act(async () => deliver("accountChanged", {}));
    expect(await screen.findByText("new")).toBeVisible();
    await act(async () => old.resolve("old"));
    expect(screen.getByText("new")).toBeVisible();
  });

  it("reads again when the connection stands, and at intervals while there is none", async () => {
    vi.useFakeTimers();
    read.mockResolvedValue("read");
    renderPage(<Page />);
    await settle();
    expect(screen.getByText("read")).toBeVisible();
    await act(() => openSocket(null, () => undefined));
    act(connection.goOnline);
    await settle();
    expect(read).toHaveBeenCalledTimes(2);
    await pass(10 * OFFLINE_MS);
    expect(read).toHaveBeenCalledTimes(2);
    act(connection.goOffline);
    await pass(OFFLINE_MS - 1);
    expect(read).toHaveBeenCalledTimes(2);
    await pass(1);
    expect(read).toHaveBeenCalledTimes(3);
    await pass(OFFLINE_MS);
    expect(read).toHaveBeenCalledTimes(4);
    act(connection.goOnline);
    await settle();
    expect(read).toHaveBeenCalledTimes(5);
    expect(screen.getByText("read")).toBeVisible();
  });

  it("reads once with the connection where it waits for it, and again with the next one", async () => {
    read.mockResolvedValue("read");
    await act(() => openSocket("t-1", () => undefined));
    renderPage(<Page isAfterConnection />);
    expect(screen.getByText("on its way")).toBeVisible();
    expect(read).not.toHaveBeenCalled();
    act(connection.goOnline);
    expect(await screen.findByText("read")).toBeVisible();
    expect(read).toHaveBeenCalledTimes(1);
    await act(() => openSocket("t-2", () => undefined));
    act(connection.goOnline);
    await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  });

  it("reads without a connection when none can be made", async () => {
    read.mockResolvedValue("read");
    await act(() => openSocket("t-3", () => undefined));
    renderPage(<Page isAfterConnection />);
    act(connection.goOffline);
    expect(await screen.findByText("read")).toBeVisible();
  });
});
