import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alignHistory } from "./back-closes";
import { Dialog, Sheet } from "./Dialog";

let visit = 0;
const pageState = () => window.history.state as { page: string };
const dialogs = () => screen.queryAllByRole("dialog", { hidden: true });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name, hidden: true }));
const back = () => act(() => window.history.back());
const isUntouched = () =>
  Reflect.get(window.history, "pushState") === Reflect.get(History.prototype, "pushState");
/** The browser goes back in its own time. */
const expectPage = (page: string) => waitFor(() => expect(pageState().page).toBe(page));

beforeEach(() => {
  visit += 1;
  window.history.pushState({ page: `before ${visit}` }, "", "/before");
  window.history.pushState({ page: `page ${visit}` }, "", `/page-${visit}`);
});

afterEach(async () => {
  // What a test has left open is taken back before the next one.
  await waitFor(() => expect(window.history.state).not.toHaveProperty("overlays"));
});

/** Most dialogs are mounted only while they are open. */
const mountings = ["always", "while open"] as const;

type PageProps = {
  kind?: "dialog" | "sheet";
  mounted?: (typeof mountings)[number];
  stays?: boolean;
};

function Page({ kind = "dialog", mounted = "while open", stays = false }: PageProps) {
  const [open, setOpen] = useState(0);
  const Kind = kind === "dialog" ? Dialog : Sheet;
  const isMounted = (level: number) => mounted === "always" || open >= level;
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      {isMounted(1) && (
        <Kind
          side="right"
          title="First"
          open={open > 0}
          onOpenChange={() => {
            if (!stays) setOpen(0);
          }}
        >
          <button type="button" onClick={() => setOpen(2)}>
            Open another
          </button>
          <button type="button" onClick={() => setOpen(0)}>
            Done
          </button>
        </Kind>
      )}
      {isMounted(2) && <Dialog title="Second" open={open > 1} onOpenChange={() => setOpen(1)} />}
    </>
  );
}

it.each(
  mountings.flatMap((mounted) => [
    { kind: "dialog" as const, mounted },
    { kind: "sheet" as const, mounted },
  ]),
)("closes a $kind, mounted $mounted, and stays on the page", async (props) => {
  render(<Page {...props} />);
  await press("Open");
  expect(dialogs()).toHaveLength(1);
  expect(window.location.pathname).toBe(`/page-${visit}`);
  back();
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  expect(pageState()).toEqual({ page: `page ${visit}` });
  back();
  await expectPage(`before ${visit}`);
});

it.each(["{Escape}", "Done"])("leaves the page when %s has closed the dialog", async (how) => {
  render(<Page />);
  await press("Open");
  if (how === "Done") await press(how);
  else await userEvent.keyboard(how);
  expect(dialogs()).toHaveLength(0);
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  back();
  await expectPage(`before ${visit}`);
});

it.each(mountings)("closes one dialog after the other, mounted %s", async (mounted) => {
  render(<Page mounted={mounted} />);
  await press("Open");
  await press("Open another");
  expect(dialogs()).toHaveLength(2);
  back();
  await waitFor(() => expect(dialogs()).toHaveLength(1));
  expect(screen.getByRole("dialog", { name: "First" })).toBeVisible();
  back();
  await waitFor(() => expect(dialogs()).toHaveLength(0));
  expect(pageState()).toEqual({ page: `page ${visit}` });
});

it("keeps a dialog that waits for its answer, also the second time", async () => {
  const { unmount } = render(<Page stays />);
  await press("Open");
  for (const time of [1, 2]) {
    back();
    await waitFor(() => expect(window.history.state).toMatchObject({ overlays: 1 }));
    expect(dialogs(), `press ${time}`).toHaveLength(1);
  }
  unmount();
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
});

it("puts a page that is opened from a dialog in the place of the dialog's entry", async () => {
  const { unmount } = render(<Page />);
  await press("Open");
  window.history.pushState({ page: "next" }, "", "/next");
  unmount();
  expect(window.location.pathname).toBe("/next");
  back();
  await expectPage(`page ${visit}`);
  expect(pageState()).toEqual({ page: `page ${visit}` });
});

it("lets a page that is opened after the dialog has closed wait for its turn", async () => {
  render(<Page />);
  await press("Open");
  const length = window.history.length;
  await press("Done");
  // The way back over the dialog's entry is under way.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  window.history.pushState({ page: "next" }, "", "/next");
  await expectPage("next");
  expect(window.history.length).toBe(length);
  back();
  await expectPage(`page ${visit}`);
});

/** The states that a router gets. */
function listen() {
  const states: unknown[] = [];
  const onPopState = ({ state }: PopStateEvent) => states.push(state);
  window.addEventListener("popstate", onPopState);
  return { states, stop: () => window.removeEventListener("popstate", onPopState) };
}

it("comes back from a page that was opened out of nested dialogs in one step", async () => {
  const { unmount } = render(<Page />);
  await press("Open");
  await press("Open another");
  window.history.pushState({ page: "next" }, "", "/next");
  await expectPage("next");
  unmount();
  const router = listen();
  back();
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  expect(router.states).toEqual([{ page: `page ${visit}` }]);
  back();
  await expectPage(`before ${visit}`);
  router.stop();
});

it.each(mountings)(
  "removes the entry that Forward leads to, of a dialog mounted %s",
  async (mounted) => {
    render(<Page mounted={mounted} />);
    await press("Open");
    back();
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    await waitFor(() => expect(isUntouched()).toBe(true));
    const router = listen();
    act(() => window.history.forward());
    await waitFor(() => expect(router.states).toEqual([{ page: `page ${visit}` }]));
    expect(pageState()).toEqual({ page: `page ${visit}` });
    expect(dialogs()).toHaveLength(0);
    back();
    await expectPage(`before ${visit}`);
    router.stop();
  },
);

it("removes the entries of a dialog that was open when the page was reloaded", async () => {
  window.history.pushState({ page: `page ${visit}`, overlays: 1 }, "");
  window.history.pushState({ page: `page ${visit}`, overlays: 2 }, "");
  alignHistory();
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  back();
  await expectPage(`before ${visit}`);
});

it("removes the entry of a dialog that Back reaches from another site", async () => {
  window.history.pushState({ page: `page ${visit}`, overlays: 1 }, "");
  window.history.pushState({ page: "next" }, "", "/next");
  alignHistory();
  back();
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
});

it("does nothing to the history of a page without dialogs", async () => {
  const length = window.history.length;
  render(<Page mounted="always" />);
  expect(window.history.length).toBe(length);
  expect(isUntouched()).toBe(true);
  await press("Open");
  await press("Done");
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  await waitFor(() => expect(isUntouched()).toBe(true));
});

describe("a dialog that stays open on the next page", () => {
  it("is closed by Back there, when the page was pushed", async () => {
    render(<Page />);
    await press("Open");
    window.history.pushState({ page: "next" }, "", "/next");
    alignHistory();
    await waitFor(() => expect(pageState()).toEqual({ page: "next", overlays: 1 }));
    expect(window.location.pathname).toBe("/next");
    back();
    await waitFor(() => expect(dialogs()).toHaveLength(0));
    expect(pageState()).toEqual({ page: "next" });
    back();
    await expectPage(`page ${visit}`);
  });

  it.each([1, 2])("is closed by Back there, when the page was replaced below %i", async (open) => {
    render(<Page />);
    await press("Open");
    if (open === 2) await press("Open another");
    window.history.replaceState({ page: "other" }, "", "/other");
    // The page is shown before the way back has ended.
    alignHistory();
    await waitFor(() => expect(pageState()).toEqual({ page: "other", overlays: open }));
    for (let left = open - 1; left >= 0; left -= 1) {
      back();
      await waitFor(() => expect(dialogs()).toHaveLength(left));
    }
    expect(pageState()).toEqual({ page: "other" });
    expect(window.location.pathname).toBe("/other");
    back();
    await expectPage(`before ${visit}`);
  });

  it("lets Back leave a page that it has no entry on yet", async () => {
    const { unmount } = render(<Page />);
    await press("Open");
    const router = listen();
    window.history.pushState({ page: "next" }, "", "/next");
    window.history.pushState({ page: "last" }, "", "/last");
    act(() => window.history.go(-1));
    await waitFor(() => expect(router.states).toHaveLength(1));
    expect(router.states).toEqual([{ page: "next" }]);
    router.stop();
    unmount();
  });
});

it("makes the calls of a router in their order after the way back", async () => {
  render(<Page />);
  await press("Open");
  await press("Done");
  // The way back over the dialog's entry is under way.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  window.history.pushState({ page: "next" }, "", "/next");
  window.history.replaceState({ page: "other" }, "", "/other");
  window.history.pushState({ page: "last" }, "", "/last");
  await expectPage("last");
  back();
  await expectPage("other");
  back();
  await expectPage(`page ${visit}`);
});
