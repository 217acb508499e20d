import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { toast } from "@/ui/toast";

it("a wait that ends without the element says what was missing and what was there", async () => {
  document.body.innerHTML = "<p>Here</p>";
  const error = await screen.findByText("Gone", {}, { timeout: 1 }).catch((thrown) => thrown);
  expect(error.message).toMatch(/Unable to find an element with the text: Gone[^]*Here/);
});

it("a wait for what a test expects says what was wrong", async () => {
  document.body.innerHTML = "<p>Here</p>";
  const waiting = waitFor(() => expect(screen.getByText("Gone")).toBeVisible(), { timeout: 1 });
  await expect(waiting).rejects.toThrow(/Unable to find an element with the text: Gone/);
});

it("a query without an element says what was there", () => {
  document.body.innerHTML = "<p>Here</p>";
  expect(() => screen.getByText("Gone")).toThrow(/with the text: Gone[^]*Here/);
});

it("a message stays on the screen, however long a test takes to look at it", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  toast({ text: "Saved", tone: "success" });
  await screen.findByText("Saved");
  await vi.waitFor(() => expect(screen.getByText("Saved").closest("li")).toBeVisible());
  expect(timers.mock.calls.map(([, delay]) => delay)).not.toContain(4_000);
});
