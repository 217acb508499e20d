import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { deliver } from "@/wire/socket";
import { inHours } from "../giveaways/test-giveaways";
import { held, hold, leave, openStream } from "./test-stream";

const SHOW = "PUT /api/admin/overlay/line";
const HIDE = "DELETE /api/admin/overlay/line";
const lineOf = (text: string) => ({ text, endsAt: inHours(0.1) });

beforeEach(() => hold());
afterEach(leave);

const part = async () => within(await screen.findByRole("region", { name: "Line on the overlay" }));

it("shows the line of another person that came after its own", async () => {
  const answer = later<Response>();
  openStream({ [SHOW]: () => answer.promise });
  const line = await part();
  await userEvent.type(await line.findByLabelText("Text"), "Mine{Enter}");
  held.line = lineOf("Theirs");
  act(() => deliver("overlayLineChanged", { line: held.line }));
  await act(async () => answer.resolve(jsonAnswer({ success: true, line: lineOf("Mine") })));
  expect(await line.findByText(/^“Theirs” is on the overlay for/)).toBeVisible();
});

it("forgets why a line was refused when another one is taken off", async () => {
  held.line = lineOf("Back soon");
  openStream({
    [SHOW]: () => refusal(429, "Too many lines"),
    [HIDE]: () => {
      held.line = null;
      return jsonAnswer({ success: true, message: "Done" });
    },
  });
  const line = await part();
  await userEvent.type(await line.findByLabelText("Text"), "Next{Enter}");
  expect(await line.findByText("Too many lines")).toBeVisible();
  await userEvent.click(line.getByRole("button", { name: "Hide" }));
  expect(await line.findByText("Preview")).toBeVisible();
  expect(line.getByText("No line is on the overlay.")).toBeInTheDocument();
  expect(line.queryByText("Too many lines")).toBeNull();
  expect(line.getByLabelText("Text")).toHaveValue("Next");
});

it("does not announce each second of a line", async () => {
  held.line = lineOf("Back soon");
  openStream();
  const line = await part();
  expect(await line.findByText(/^On the overlay for/)).toHaveRole("timer");
  const announced = line.getAllByRole("status").map(({ textContent }) => textContent);
  expect(announced).toEqual(["On the overlay: Back soon"]);
});
