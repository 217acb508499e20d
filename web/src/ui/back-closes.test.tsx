import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
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

type PageProps = { kind?: "dialog" | "sheet"; stays?: boolean };

function Page({ kind = "dialog", stays = false }: PageProps) {
  const [open, setOpen] = useState(0);
  const Kind = kind === "dialog" ? Dialog : Sheet;
  return (
    <>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
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
      <Dialog title="Second" open={open > 1} onOpenChange={() => setOpen(1)} />
    </>
  );
}

it.each(["dialog", "sheet"] as const)("closes a %s and stays on the page", async (kind) => {
  render(<Page kind={kind} />);
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

it("closes one dialog after the other", async () => {
  render(<Page />);
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

/** The states that a router is told of. */
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

it("stays on the page when Forward leads to a dialog that Back has closed", async () => {
  render(<Page />);
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
});

it("leaves no dialog's entry behind when the page is loaded again", async () => {
  window.history.pushState({ page: `page ${visit}`, overlays: 1 }, "");
  render(<Page />);
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  back();
  await expectPage(`before ${visit}`);
});

it("does nothing to the history of a page without dialogs", async () => {
  const length = window.history.length;
  render(<Page />);
  expect(window.history.length).toBe(length);
  expect(isUntouched()).toBe(true);
  await press("Open");
  await press("Done");
  await waitFor(() => expect(pageState()).toEqual({ page: `page ${visit}` }));
  await waitFor(() => expect(isUntouched()).toBe(true));
});
