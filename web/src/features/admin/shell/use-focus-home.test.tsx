import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { Button } from "@/ui/Button";
import { useFocusHome } from "./use-focus-home";

function Page({ end }: { end: "gone" | "off" | "there" }) {
  const [isDone, setDone] = useState(false);
  const home = useFocusHome();
  return (
    <main ref={home} tabIndex={-1}>
      {!(isDone && end === "gone") && (
        <button type="button" disabled={isDone && end === "off"} onClick={() => setDone(true)}>
          Decide
        </button>
      )}
      {isDone && <p>Decided</p>}
    </main>
  );
}

it.each(["gone", "off"] as const)("the page has the focus of a button that is %s", async (end) => {
  render(<Page end={end} />);
  await userEvent.click(screen.getByRole("button", { name: "Decide" }));
  await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
});

it("leaves the focus where it is as long as that stands", async () => {
  render(<Page end="there" />);
  await userEvent.click(screen.getByRole("button", { name: "Decide" }));
  expect(await screen.findByText("Decided")).toBeVisible();
  expect(screen.getByRole("button", { name: "Decide" })).toHaveFocus();
});

const button = (name: string) => screen.getByRole("button", { name });

function BusyPage({ isBusy }: { isBusy: boolean }) {
  const home = useFocusHome();
  return (
    <main ref={home} tabIndex={-1}>
      <Button busy={isBusy}>Refresh</Button>
      <Button>Other</Button>
    </main>
  );
}

it("gives the focus back to a button that was busy, unless it went elsewhere meanwhile", async () => {
  const { rerender } = render(<BusyPage isBusy={false} />);
  for (const isElsewhere of [false, true]) {
    await userEvent.click(button("Refresh"));
    rerender(<BusyPage isBusy />);
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
    if (isElsewhere) button("Other").focus();
    rerender(<BusyPage isBusy={false} />);
    await waitFor(() => expect(button(isElsewhere ? "Other" : "Refresh")).toHaveFocus());
  }
});
