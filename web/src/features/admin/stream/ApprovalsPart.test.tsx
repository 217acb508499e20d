import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { jsonAnswer } from "@/test-page";
import { refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { aName, held, hold, leave, openStream } from "./test-stream";

const DECIDE = "PUT /api/auth/gaming-approvals/1";

beforeEach(() => hold({ names: [aName("1"), aName("2")] }));
afterEach(leave);

const names = async () => within(await screen.findByRole("region", { name: "Casino names" }));

it("says that another person decided first when the name has gone", async () => {
  openStream({
    [DECIDE]: () => {
      held.names = [aName("1", "rejected"), aName("2")];
      return refusal(409, "This name was decided already");
    },
  });
  const part = await names();
  await userEvent.click(await part.findByRole("button", { name: "Approve name-1 of member-1" }));
  await waitFor(() =>
    expect(part.queryByRole("button", { name: "Approve name-1 of member-1" })).toBeNull(),
  );
  const alert = await part.findByRole("alert");
  expect(alert).toHaveTextContent("name-1");
  expect(alert).toHaveTextContent("This name was decided already");
});

it("keeps a decided name in its place while the undo is on its way", async () => {
  const undo = later<Response>();
  openStream({
    [DECIDE]: async (request) => {
      const { status } = await request.json();
      if (status === "pending") return undo.promise;
      held.names = [aName("1", status), aName("2")];
      return jsonAnswer({ success: true, message: "Done" });
    },
  });
  const part = await names();
  const approve = await part.findByRole("button", { name: "Approve name-1 of member-1" });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(approve);
  const undoName = "Undo the decision on name-1 of member-1";
  const inPlace = () => part.getAllByRole("button", { name: undoName })[0];
  await part.findAllByRole("button", { name: undoName });
  await user.click(inPlace() ?? approve);
  await act(async () => vi.advanceTimersByTime(11_000));
  await act(async () => undo.resolve(refusal(409, "A newer request has been decided")));
  expect(await part.findByText("A newer request has been decided")).toBeVisible();
  vi.useRealTimers();
});
