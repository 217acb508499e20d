import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_OUTCOME } from "@/wire/submit";
import { keepAdminToken } from "../session/store";
import { useGrantJob } from "./grant";
import { accountsAnswer, anAccount } from "./test-accounts";

const GIVE = "POST /api/auth/admin/global-points";
const JOB = "GET /api/admin/jobs/4";

const house: Answers = {
  "GET /api/admin/accounts": () =>
    accountsAnswer([anAccount("7", "rory")], { total: 250, pages: 11 }),
};

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
  useGrantJob.setState(null, true);
});

const given = (more: object = {}) => ({
  success: true,
  message: "250 members got 20 points each",
  jobId: "4",
  done: true,
  results: [],
  usersUpdated: 250,
  totalPointsDistributed: 5_000,
  ...more,
});

const job = (paid: number, endedAt: string | null, skipped = 0) =>
  jsonAnswer({
    success: true,
    job: {
      id: "4",
      amount: 20,
      reason: "A good stream",
      members: 2_000,
      paid,
      skipped,
      begunAt: "2026-11-21T10:00:00Z",
      endedAt,
    },
  });

const dialog = () => within(screen.getByRole("dialog"));

async function toQuestion(answers: Answers) {
  const panel = openAsAdmin("/admin/accounts", { ...house, ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Global Points" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Points for each" }), "20");
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "A good stream");
  expect(await dialog().findByText("20 × 250 members")).toBeVisible();
  expect(dialog().getByRole("status", { name: "Total cost" })).toHaveTextContent("5,000");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await screen.findByRole("dialog", { name: "Give everyone points?" });
  return panel;
}

it("says that members see the reason", async () => {
  openAsAdmin("/admin/accounts", house);
  await userEvent.click(await screen.findByRole("button", { name: "Global Points" }));
  const reason = await screen.findByRole("textbox", { name: "Reason" });
  expect(reason).toHaveAccessibleDescription("Members see it in their statement.");
});

it("wants a whole amount from 1 and a reason", async () => {
  const { sent } = openAsAdmin("/admin/accounts", house);
  await userEvent.click(await screen.findByRole("button", { name: "Global Points" }));
  const next = await screen.findByRole("button", { name: "Continue" });
  await waitFor(() => expect(next).toBeEnabled());
  await userEvent.click(next);
  expect(await screen.findByText("Please enter a reason")).toBeVisible();
  const amount = screen.getByRole("textbox", { name: "Points for each" });
  for (const wrong of ["0", "1.5", "-3"]) {
    await userEvent.clear(amount);
    await userEvent.type(amount, wrong);
    expect(
      await screen.findByText("Enter a whole number of points, at least 1"),
      wrong,
    ).toBeVisible();
  }
  await userEvent.clear(amount);
  await userEvent.type(amount, "1000000001");
  expect(await screen.findByText("At most 1,000,000,000 points for each")).toBeVisible();
  expect(sent(GIVE)).toEqual([]);
});

it("says when the members cannot be counted, and tries again", async () => {
  let isBroken = true;
  openAsAdmin("/admin/accounts", {
    "GET /api/admin/accounts": ({ url }) =>
      isBroken && new URL(url).searchParams.get("limit") === "1"
        ? refusal(403, "No way")
        : accountsAnswer([anAccount("7", "rory")], { total: 250 }),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Global Points" }));
  expect(await dialog().findByRole("alert")).toHaveTextContent(
    "The number of members could not be loaded. No way",
  );
  expect(dialog().queryByText("Counting the members")).toBeNull();
  isBroken = false;
  await userEvent.click(dialog().getByRole("button", { name: "Retry" }));
  expect(await dialog().findByText("0 × 250 members")).toBeVisible();
  expect(dialog().getByRole("button", { name: "Continue" })).toBeEnabled();
});

it("asks, gives and says what came of it", async () => {
  const { sent } = await toQuestion({ [GIVE]: () => jsonAnswer(given()) });
  expect(sent(GIVE)).toEqual([]);
  expect(dialog().getByText("A good stream")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(await screen.findByRole("textbox", { name: "Points for each" })).toHaveValue("20");
  expect(screen.getByRole("textbox", { name: "Points for each" })).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await userEvent.click(await screen.findByRole("button", { name: "Give points" }));
  expect(await screen.findByRole("dialog", { name: "Points given" })).toBeVisible();
  expect(dialog().getByText("250 members have been paid.")).toBeVisible();
  expect(dialog().getByText("5,000")).toBeVisible();
  expect(sent(GIVE)).toEqual([{ amount: 20, reason: "A good stream" }]);
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Global Points" })).toHaveFocus());
});

it("says what is refused", async () => {
  await toQuestion({ [GIVE]: () => refusal(409, "There is nobody to give points to") });
  await userEvent.click(screen.getByRole("button", { name: "Give points" }));
  expect(
    await dialog().findByText("Failed to update points: There is nobody to give points to"),
  ).toBeVisible();
});

it("pays nobody twice when no answer comes", async () => {
  const keys: (string | null)[] = [];
  let isLost = true;
  await toQuestion({
    [GIVE]: (request) => {
      keys.push(request.headers.get("Idempotency-Key"));
      if (isLost) throw new TypeError("Failed to fetch");
      return jsonAnswer(given());
    },
  });
  await userEvent.click(screen.getByRole("button", { name: "Give points" }));
  expect(await dialog().findByText("Error updating points. Please try again.")).toBeVisible();
  expect(dialog().getByText(UNKNOWN_OUTCOME)).toBeVisible();
  isLost = false;
  await userEvent.click(screen.getByRole("button", { name: "Give points" }));
  expect(await screen.findByRole("dialog", { name: "Points given" })).toBeVisible();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

it("follows the job of a large site, with its window closed too", async () => {
  let progress: Parameters<typeof job> = [500, null];
  await toQuestion({
    [GIVE]: () => jsonAnswer(given({ done: false, usersUpdated: 0 }), 202),
    [JOB]: () => job(...progress),
  });
  await userEvent.click(screen.getByRole("button", { name: "Give points" }));
  expect(await screen.findByRole("dialog", { name: "Giving everyone points" })).toBeVisible();
  await waitFor(() =>
    expect(dialog().getByRole("progressbar")).toHaveAttribute(
      "aria-valuetext",
      "500 of 2,000 members",
    ),
  );
  await userEvent.click(dialog().getAllByRole("button", { name: "Close" })[0] ?? document.body);
  const line = within(await screen.findByRole("region", { name: "Points for everyone" }));
  expect(line.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25");
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(await screen.findByRole("dialog", { name: "Giving everyone points" })).toBeVisible();
  // Read again each second until it has ended.
  progress = [1_999, "2026-11-21T10:01:00Z", 1];
  expect(await dialog().findByText("1,999 members have been paid.")).toBeVisible();
  expect(screen.getByRole("dialog", { name: "Points given" })).toBeVisible();
  expect(dialog().getByText("39,980")).toBeVisible();
  expect(dialog().getByText("Skipped: balance full")).toBeVisible();
  await userEvent.click(dialog().getByRole("button", { name: "Done" }));
  expect(screen.queryByRole("region", { name: "Points for everyone" })).toBeNull();
  expect(useGrantJob.getState()).toBeNull();
});

it("says when the progress cannot be read, and goes on reading it", async () => {
  let isBroken = true;
  useGrantJob.setState("4", true);
  openAsAdmin("/admin/accounts", {
    ...house,
    [JOB]: () => (isBroken ? refusal(403, "No way") : job(500, null)),
  });
  const line = within(await screen.findByRole("region", { name: "Points for everyone" }));
  expect(await line.findByRole("alert")).toHaveTextContent("No way");
  isBroken = false;
  await waitFor(() => expect(line.getByRole("progressbar")).toHaveAttribute("aria-valuenow", "25"));
  expect(line.queryByRole("alert")).toBeNull();
});

it("finds a job again after a reload, and lets go of one that is gone", async () => {
  useGrantJob.setState("4", true);
  openAsAdmin("/admin/accounts", { ...house, [JOB]: () => refusal(404, "No such job") });
  expect(await screen.findByText("The server no longer has this job.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("region", { name: "Points for everyone" })).toBeNull();
});
