import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Dialog, Sheet } from "./Dialog";
import { toast } from "./toast";

function Page({ kind }: { kind: "dialog" | "sheet" }) {
  const [open, setOpen] = useState(false);
  const content = { open, onOpenChange: setOpen, title: "Limits" };
  return (
    <>
      <button type="button">Before</button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {kind === "dialog" ? (
        <Dialog {...content} />
      ) : (
        <Sheet {...content} side="right">
          Text
        </Sheet>
      )}
    </>
  );
}

it.each(["dialog", "sheet"] as const)("a closed %s gives the focus back", async (kind) => {
  render(<Page kind={kind} />);
  const button = screen.getByRole("button", { name: "Open" });
  await userEvent.click(button);
  expect(screen.getByRole("dialog", { name: "Limits" })).toContainElement(
    document.activeElement instanceof HTMLElement ? document.activeElement : null,
  );
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(button);
});

it.each(["dialog", "sheet"] as const)(
  "a press on a message does not close a %s below it",
  async (kind) => {
    // The style sheet lets messages take the pointer, and is not loaded here.
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    render(<Page kind={kind} />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    toast({ text: "It failed.", tone: "error" });
    await user.click(await screen.findByText("It failed."));
    expect(screen.getByRole("dialog", { name: "Limits" })).toBeVisible();
  },
);

it.each([
  ["a mouse", false, "Amount"],
  ["a finger", true, "Limits"],
])("with %s the field has the focus: %s", async (_, isTouched, name) => {
  vi.stubGlobal("matchMedia", (media: string) => ({
    matches: isTouched && media === "(pointer: coarse)",
  }));
  render(
    <Dialog open onOpenChange={vi.fn<() => void>()} title="Limits">
      <input aria-label="Amount" />
    </Dialog>,
  );
  await expect
    .poll(() => document.activeElement)
    .toBe(isTouched ? screen.getByRole("dialog", { name }) : screen.getByRole("textbox", { name }));
  vi.unstubAllGlobals();
});

it.each(["gone", "off"])(
  "gives the focus to the page's content when the button is %s",
  async (end) => {
    function Deletion() {
      const [step, setStep] = useState<"before" | "asking" | "after">("before");
      return (
        <main id="main" tabIndex={-1}>
          {!(step === "after" && end === "gone") && (
            <button type="button" disabled={step === "after"} onClick={() => setStep("asking")}>
              Delete
            </button>
          )}
          <Dialog
            open={step === "asking"}
            onOpenChange={() => setStep("after")}
            title="Delete it?"
          />
        </main>
      );
    }
    render(<Deletion />);
    await userEvent.click(screen.getByRole("button", { name: "Delete" }));
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => document.activeElement).toBe(screen.getByRole("main"));
  },
);

/** A page with a button that opens the first of two dialogs, which opens the second. */
function TwoDialogs({ isReplaced }: { isReplaced: boolean }) {
  const [open, setOpen] = useState<readonly string[]>([]);
  const first = { open: open.includes("First"), title: "First", onOpenChange: () => setOpen([]) };
  const second = { open: open.includes("Second"), title: "Second" };
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={() => setOpen(["First"])}>
        Open
      </button>
      <Dialog {...first}>
        <button
          type="button"
          onClick={() => setOpen(isReplaced ? ["Second"] : ["First", "Second"])}
        >
          Next
        </button>
      </Dialog>
      <Dialog
        {...second}
        onOpenChange={() => setOpen((now) => now.filter((title) => title !== "Second"))}
      />
    </main>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("gives the focus back to the opener of the dialog that it has replaced", async () => {
  render(<TwoDialogs isReplaced />);
  const opener = screen.getByRole("button", { name: "Open" });
  await press("Open");
  await press("Next");
  expect(screen.queryByRole("dialog", { name: "First" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.activeElement).toBe(opener);
});

/** A page whose button starts what opens a dialog once the answer is there. */
function BusyPage() {
  const [step, setStep] = useState<"before" | "busy" | "open">("before");
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" disabled={step === "busy"} onClick={() => setStep("busy")}>
        Start
      </button>
      <button type="button" onMouseEnter={() => setStep("open")}>
        Answer
      </button>
      <Dialog open={step === "open"} onOpenChange={() => setStep("before")} title="Set up" />
    </main>
  );
}

it.each(["nothing", "the content"])("gives a busy button the focus back from %s", async (heir) => {
  render(<BusyPage />);
  const start = screen.getByRole("button", { name: "Start" });
  await userEvent.click(start);
  // Browsers take the focus from a button that is off.
  start.removeAttribute("disabled");
  start.blur();
  start.setAttribute("disabled", "");
  if (heir === "the content") screen.getByRole("main").focus();
  await userEvent.hover(screen.getByRole("button", { name: "Answer" }));
  expect(await screen.findByRole("dialog", { name: "Set up" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.activeElement).toBe(start);
});

/** Whether each open veil is shown, the topmost last. */
const veils = () =>
  [...document.querySelectorAll<HTMLElement>("[data-state=open].fixed.inset-0")].map(
    (veil) => veil.style.visibility !== "hidden",
  );

it("darkens the page once under two dialogs, behind the upper one", async () => {
  render(<TwoDialogs isReplaced={false} />);
  await press("Open");
  expect(veils()).toEqual([true]);
  await press("Next");
  expect(veils()).toEqual([false, true]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(veils).toEqual([true]);
});
