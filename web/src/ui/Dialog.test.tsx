import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { Dialog, Sheet } from "./Dialog";

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
