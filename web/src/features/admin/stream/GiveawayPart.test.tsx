import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { deliver } from "@/wire/socket";
import { aDrop, anEnded, inHours } from "../giveaways/test-giveaways";
import { held, hold, leave, openStream } from "./test-stream";

beforeEach(() => hold());
afterEach(leave);

const giveaway = async () => within(await screen.findByRole("region", { name: "Giveaway" }));

it("leaves the form open for the one who types when another person starts a giveaway", async () => {
  openStream();
  const part = await giveaway();
  const prize = await part.findByLabelText("Prize");
  await userEvent.type(prize, "Signed");
  held.giveaways = [aDrop()];
  act(() => deliver("giveawaysUpdated", { giveaways: held.giveaways }));
  expect(await part.findByRole("button", { name: "End and draw" })).toBeVisible();
  expect(prize).toBeVisible();
  await userEvent.type(prize, " hoodie");
  expect(prize).toHaveValue("Signed hoodie");
});

it("closes the form after its own start, and keeps the focus in the part", async () => {
  openStream({
    "POST /api/giveaways": () => {
      held.giveaways = [aDrop()];
      return jsonAnswer({ success: true, message: "Done", giveaway: held.giveaways[0] });
    },
  });
  const part = await giveaway();
  await userEvent.type(await part.findByLabelText("Prize"), "Signed hoodie{Enter}");
  expect(await part.findByRole("button", { name: "End and draw" })).toBeVisible();
  await waitFor(() => expect(part.getByLabelText("Prize")).not.toBeVisible());
  await waitFor(() => expect(document.activeElement?.id).toBe("giveaway"));
});

it("keeps the focus in the part when the pressed button goes", async () => {
  held.giveaways = [aDrop()];
  openStream({
    "POST /api/giveaways/1/end": () => {
      held.giveaways = [anEnded({ id: "1", endedAt: inHours(-0.1) })];
      return jsonAnswer({
        success: true,
        message: "The winner is emu",
        winner: { username: "emu" },
        giveaway: held.giveaways[0],
      });
    },
  });
  const part = await giveaway();
  await userEvent.click(await part.findByRole("button", { name: "End and draw" }));
  await userEvent.click(part.getByRole("button", { name: "Press again to draw" }));
  expect(await part.findByText("emu")).toBeVisible();
  await waitFor(() => expect(document.activeElement?.id).toBe("giveaway"));
});

it("takes the draw back with the button beside it, and cancels nothing", async () => {
  held.giveaways = [aDrop()];
  const { sent } = openStream();
  const part = await giveaway();
  await userEvent.click(await part.findByRole("button", { name: "End and draw" }));
  await userEvent.click(part.getByRole("button", { name: "Cancel" }));
  expect(part.getByRole("button", { name: "End and draw" })).toHaveFocus();
  expect(part.queryByRole("button", { name: "Cancel" })).toBeNull();
  expect(sent("DELETE /api/giveaways/1")).toEqual([]);
});

it("takes the draw back with Escape, which nothing around the button hears", async () => {
  held.giveaways = [aDrop()];
  openStream();
  const part = await giveaway();
  const heard = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", heard);
  await userEvent.click(await part.findByRole("button", { name: "End and draw" }));
  await userEvent.keyboard("{Escape}");
  expect(part.getByRole("button", { name: "End and draw" })).toHaveFocus();
  expect(heard).not.toHaveBeenCalled();
  // Without a question the key is for the others.
  await userEvent.keyboard("{Escape}");
  expect(heard).toHaveBeenCalledTimes(1);
  document.removeEventListener("keydown", heard);
});

it("leaves Escape to the others once the focus is elsewhere, also where a press doesn't focus a button", async () => {
  held.giveaways = [aDrop()];
  openStream();
  const part = await giveaway();
  const heard = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener("keydown", heard);
  // As in Safari on a Mac: the click comes alone, without a focus.
  fireEvent.click(await part.findByRole("button", { name: "End and draw" }));
  const asking = part.getByRole("button", { name: "Press again to draw" });
  expect(asking).toHaveFocus();
  // There, the button that is pressed again would lose the focus and with it the question.
  expect(fireEvent.mouseDown(asking)).toBe(false);
  expect(fireEvent.mouseDown(part.getByRole("button", { name: "Cancel" }))).toBe(false);
  act(() => asking.blur());
  expect(part.getByRole("button", { name: "End and draw" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(heard).toHaveBeenCalledTimes(1);
  document.removeEventListener("keydown", heard);
});

it("cancels the giveaway by itself, after a question", async () => {
  held.giveaways = [aDrop()];
  const { sent } = openStream({
    "DELETE /api/giveaways/1": () => {
      held.giveaways = [];
      return jsonAnswer({ success: true, message: "Giveaway cancelled" });
    },
  });
  const part = await giveaway();
  await userEvent.click(await part.findByRole("button", { name: "Cancel the giveaway…" }));
  const question = within(await screen.findByRole("dialog", { name: "Cancel this giveaway?" }));
  expect(question.getByText(/1,750 points go back to 7 members/)).toBeVisible();
  await userEvent.click(question.getByRole("button", { name: "Keep it running" }));
  expect(sent("DELETE /api/giveaways/1")).toEqual([]);
  await userEvent.click(part.getByRole("button", { name: "Cancel the giveaway…" }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel and refund" }));
  expect(await part.findByRole("button", { name: "Start" })).toBeVisible();
  expect(sent("DELETE /api/giveaways/1")).toHaveLength(1);
});
