import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { later } from "@/testing/later";
import { CallFailure } from "@/wire/failure";
import { UNKNOWN_CHANGE } from "@/wire/submit";
import { ConfirmDialog } from "./ConfirmDialog";

function ask(onConfirm: () => Promise<void> | void) {
  const onClose = vi.fn<() => void>();
  render(
    <ConfirmDialog
      title="Delete it?"
      text="It is gone for good."
      confirm="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  return onClose;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("stays open until it is done, then closes", async () => {
  const done = later<void>();
  const onClose = ask(() => done.promise);
  await press("Delete");
  expect(screen.getByRole("button", { name: "Delete" })).toHaveAttribute("aria-busy", "true");
  expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await userEvent.keyboard("{Escape}");
  expect(onClose).not.toHaveBeenCalled();
  done.resolve();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

it.each([
  ["a refusal", new CallFailure({ error: "changed", message: "It has changed", status: 409 }), ""],
  [
    "a lost answer",
    new CallFailure({ error: "connection_lost", message: "Connection lost.", status: 0 }),
    UNKNOWN_CHANGE,
  ],
])("stays open with %s, for another try", async (_, failure, more) => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.reject(failure));
  const onClose = ask(onConfirm);
  await press("Delete");
  expect((await screen.findByRole("alert")).textContent).toBe(failure.message + more);
  expect(onClose).not.toHaveBeenCalled();
  onConfirm.mockResolvedValue();
  await press("Delete");
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});
