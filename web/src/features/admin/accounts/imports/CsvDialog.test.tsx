import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, openAsAdmin, refusal } from "@/test-panel";
import { leaveOnPurpose } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_OUTCOME } from "@/wire/submit";
import { keepAdminToken } from "../../session/store";
import { accountsAnswer, anAccount } from "../test-accounts";

/** The address of a saved file is kept for a minute, also when the page is gone. */
const SAVED_FILE = "timeout of 60000 ms";

const IMPORT = "POST /api/admin/points/import";
const COLUMNS = "POST /api/admin/points/import/columns";
const WAITING = "GET /api/admin/points/import/waiting";
const IMPORTS = "GET /api/admin/points/imports";
const TAKE_BACK = "POST /api/admin/points/imports/3/take-back";
const CREDIT_LINKED = "POST /api/admin/points/import/waiting/credit-linked";
const CREDIT = "POST /api/admin/points/import/waiting/3-4/credit";
const REMOVE = "DELETE /api/admin/points/import/waiting/3-4";
const EXPORT = "GET /api/admin/points/export";

const line = (number: number, status: string, reason: string, more: object = {}) => ({
  line: number,
  status,
  points: 50,
  names: [],
  userId: null,
  username: null,
  reason,
  ...more,
});

const report = (dryRun: boolean, more: object = {}) => ({
  success: true,
  dryRun,
  repeated: false,
  import: dryRun ? null : "3",
  credited: 1,
  creditedPoints: 50,
  waiting: 1,
  waitingPoints: 25,
  invalid: 1,
  duplicates: 0,
  removed: 0,
  takenBack: 0,
  withoutPoints: 0,
  lines: [
    line(2, "credited", "verified email", { userId: "7", username: "rory" }),
    line(3, "waiting", "nobody has proved to be this one", { points: 25 }),
    line(4, "invalid", "no whole number of points", { points: null }),
  ],
  truncated: false,
  ...more,
});

const waiting = {
  id: "3-4",
  import: "3",
  line: 4,
  points: 25,
  kickId: null,
  kickUsername: null,
  casinoUsername: "samrolls",
  email: null,
  username: null,
  reason: "nobody has proved to be this one",
};

let lines: object[];
let linked: { lines: number; points: number };
const house: Answers = {
  "GET /api/admin/accounts": () => accountsAnswer([anAccount("7", "rory"), anAccount("8", "sam")]),
  [WAITING]: () =>
    jsonAnswer({
      success: true,
      items: lines,
      total: lines.length,
      page: 1,
      pages: 1,
      linked,
    }),
};
/** The bodies of imports, which are tables and no JSON, with whether they were a trial. */
let imported: { file: string; dryRun: string | null; type: string | null }[];

beforeEach(() => {
  lines = [];
  linked = { lines: 0, points: 0 };
  imported = [];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

async function open(answers: Answers = {}) {
  const panel = openAsAdmin("/admin/accounts", {
    ...house,
    [IMPORT]: async (request) => {
      const dryRun = new URL(request.url).searchParams.get("dryRun");
      const type = request.headers.get("Content-Type");
      imported.push({ file: await request.text(), dryRun, type });
      return jsonAnswer(report(dryRun === "true"));
    },
    ...answers,
  });
  await userEvent.click(await screen.findByRole("button", { name: "CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Points as CSV" }));
  return { ...panel, dialog };
}

const TABLE = "email,points\nrory@example.com,50\n";
const choose = async (text = TABLE) =>
  userEvent.upload(
    screen.getByLabelText("CSV file"),
    new File([text], "old-site.csv", { type: "text/csv" }),
  );
const button = (name: string | RegExp) => screen.findByRole("button", { name });

it("tries a file out first, and says what was not matched", async () => {
  const { dialog } = await open();
  await choose();
  expect(await dialog.findByText("old-site.csv: nothing has been credited yet.")).toBeVisible();
  expect(imported).toEqual([{ file: TABLE, dryRun: "true", type: "text/csv" }]);
  const listed = within(dialog.getByRole("list", { name: "Lines of the file" }));
  expect(listed.getByText("no whole number of points")).toBeVisible();
  expect(listed.getByText("Waits")).toBeVisible();
  expect(listed.queryByText("rory")).toBeNull();
  await userEvent.click(dialog.getByRole("radio", { name: "All lines (3)" }));
  expect(listed.getByText("rory")).toBeVisible();
});

it("sends the bytes of the file: the server reads its encoding", async () => {
  const sent: number[][] = [];
  await open({
    [IMPORT]: async (request) => {
      sent.push([...new Uint8Array(await request.arrayBuffer())]);
      return jsonAnswer(report(true));
    },
  });
  const bytes = [0x5a, 0x6f, 0xeb];
  await userEvent.upload(
    screen.getByLabelText("CSV file"),
    new File([new Uint8Array(bytes)], "old-site.csv", { type: "text/csv" }),
  );
  await button("Import and credit 50 points");
  expect(sent).toEqual([bytes]);
});

it.each([
  [1, "1 line with 0 points is left out: there is nothing to credit."],
  [1200, "1,200 lines with 0 points are left out: there is nothing to credit."],
])("says how many lines are left out, and why: %i", async (count, text) => {
  const { dialog } = await open({
    [IMPORT]: () => jsonAnswer(report(true, { withoutPoints: count })),
  });
  await choose();
  expect(await dialog.findByText(text)).toBeVisible();
});

it("takes the same file in when it is confirmed", async () => {
  await open();
  await choose();
  await userEvent.click(await button("Import and credit 50 points"));
  expect(await screen.findByRole("dialog", { name: "Points imported" })).toBeVisible();
  expect(imported.map(({ dryRun }) => dryRun)).toEqual(["true", "false"]);
  expect(imported[1]?.file).toBe(TABLE);
  await userEvent.click(await button("Done"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says that an import without an answer can be sent again", async () => {
  let isDown = true;
  const { dialog } = await open({
    [IMPORT]: (request) => {
      const isTrial = new URL(request.url).searchParams.get("dryRun") === "true";
      if (isTrial || !isDown) return jsonAnswer(report(isTrial));
      isDown = false;
      throw new TypeError("Failed to fetch");
    },
  });
  await choose();
  await userEvent.click(await button("Import and credit 50 points"));
  expect(await dialog.findByText(UNKNOWN_OUTCOME)).toBeVisible();
  await userEvent.click(await button("Import and credit 50 points"));
  expect(await screen.findByRole("dialog", { name: "Points imported" })).toBeVisible();
  expect(dialog.queryByText(UNKNOWN_OUTCOME)).toBeNull();
});

it("takes no file twice", async () => {
  const { dialog } = await open({
    [IMPORT]: () => jsonAnswer(report(true, { repeated: true })),
  });
  await choose();
  expect(await dialog.findByText(/It doesn't credit anyone twice/)).toBeVisible();
  expect(dialog.getByText("old-site.csv has been imported.")).toBeVisible();
  expect(await button(/^Import and credit/)).toBeDisabled();
});

const queryOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);

const columnsOf = (meanings: (string | null)[]) => ({
  success: true,
  encoding: "windows-1252",
  header: true,
  columns: [
    { name: "who", meaning: meanings[0], samples: ["zoë@example.com"] },
    { name: "score", meaning: meanings[1], samples: ["1.250"] },
  ],
  problem: meanings.includes("points") ? null : "No column says who gets the points",
});

it("asks for the encoding and the columns of a file that doesn't say them", async () => {
  const trials: object[] = [];
  const { dialog } = await open({
    [IMPORT]: (request) => {
      const query = queryOf(request);
      trials.push(query);
      return query.columns === undefined
        ? refusal(400, "The file's encoding is unknown", "unknown_encoding")
        : jsonAnswer(report(query.dryRun === "true"));
    },
    [COLUMNS]: (request) => {
      const query = queryOf(request);
      if (query.encoding === undefined)
        return refusal(400, "The file's encoding is unknown", "unknown_encoding");
      return jsonAnswer(columnsOf(query.columns?.split(",") ?? ["email", null]));
    },
  });
  await choose();
  expect(await screen.findByRole("dialog", { name: "How to read the file" })).toBeVisible();
  expect(await dialog.findByText("The file's encoding is unknown")).toBeVisible();
  expect(await button("Continue")).toBeDisabled();
  await userEvent.selectOptions(dialog.getByLabelText("Encoding"), "Windows-1252");
  expect(await dialog.findByText("zoë@example.com")).toBeVisible();
  expect(dialog.getByText("No column says who gets the points")).toBeVisible();
  await userEvent.selectOptions(dialog.getByLabelText("Content of score"), "Points");
  await userEvent.selectOptions(dialog.getByLabelText("Thousands separator"), "Point (1.000)");
  await waitFor(async () => expect(await button("Continue")).toBeEnabled());
  await userEvent.click(await button("Continue"));
  await userEvent.click(await button("Import and credit 50 points"));
  expect(await screen.findByRole("dialog", { name: "Points imported" })).toBeVisible();
  const layout = {
    encoding: "windows-1252",
    header: "true",
    columns: "email,points",
    thousands: "point",
  };
  expect(trials).toEqual([
    { dryRun: "true" },
    { ...layout, dryRun: "true" },
    { ...layout, dryRun: "false" },
  ]);
});

it("moves a meaning from one column to another, and goes back to the columns from the report", async () => {
  const asked: object[] = [];
  const { dialog } = await open({
    [COLUMNS]: (request) => {
      const query = queryOf(request);
      asked.push(query);
      const [first, second] = query.columns?.split(",") ?? ["email", "points"];
      const samples = ["5"];
      return jsonAnswer({
        success: true,
        encoding: "utf-8",
        header: query.header !== "false",
        columns: [
          { name: "", meaning: first === "ignored" ? null : first, samples },
          { name: "", meaning: second === "ignored" ? null : second, samples },
        ],
        problem: null,
      });
    },
  });
  await choose();
  await userEvent.click(await button("Change columns"));
  await userEvent.selectOptions(await dialog.findByLabelText("Content of Column 1"), "Points");
  await waitFor(() => expect(dialog.getByLabelText("Content of Column 2")).toHaveValue("ignored"));
  await userEvent.click(
    dialog.getByRole("checkbox", { name: "The first line has the names of the columns" }),
  );
  await waitFor(() =>
    expect(asked).toEqual([
      {},
      { header: "true", columns: "points,ignored" },
      { header: "false", columns: "points,ignored" },
    ]),
  );
});

it("shows whom a line names, and lines that were taken back", async () => {
  const listedLines = [
    line(2, "takenBack", "20 of 50 taken back", { userId: "7", username: "rory" }),
    line(3, "invalid", "The points are missing", {
      points: null,
      names: ["sam@example.com", "sam"],
    }),
  ];
  const { dialog } = await open({
    [IMPORT]: () => jsonAnswer(report(true, { repeated: true, takenBack: 1, lines: listedLines })),
  });
  await choose();
  const listed = within(await dialog.findByRole("list", { name: "Lines of the file" }));
  expect(listed.getByText("sam@example.com, sam")).toBeVisible();
  expect(listed.getByText("20 of 50 taken back")).toBeVisible();
  expect(listed.getByText("Taken back")).toBeVisible();
  expect(dialog.getByText("Taken back", { selector: "dt" })).toBeVisible();
});

it.each([
  [400, "The first row names no column with points"],
  [413, "The file is too large: at most 5 MB"],
  [415, "The file must be CSV"],
])("says why a file cannot be used: %i", async (status, text) => {
  const { dialog } = await open({ [IMPORT]: () => refusal(status, text) });
  await choose();
  expect(await dialog.findByText(text)).toBeVisible();
  expect(await button("Choose a CSV file")).toBeEnabled();
});

it("does not send a file that is too large", async () => {
  const { dialog } = await open();
  await choose("x".repeat(5 * 1024 * 1024 + 1));
  expect(await dialog.findByText("The file is too large: at most 5 MB")).toBeVisible();
  expect(imported).toEqual([]);
});

it("credits a line that waits to the member an admin knows", async () => {
  lines = [waiting];
  const { dialog, sent } = await open({
    [CREDIT]: () => {
      lines = [];
      return jsonAnswer({
        success: true,
        message: "Credited 25 points",
        user: { id: "8", points: 125 },
      });
    },
  });
  expect(await dialog.findByText("1 line waits")).toBeVisible();
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Credit: samrolls (casino)"));
  expect(screen.getByRole("textbox", { name: "Search members" })).toHaveValue("samrolls");
  expect(await button("Credit")).toBeDisabled();
  await userEvent.click(await screen.findByRole("radio", { name: /^sam/ }));
  expect(sent(CREDIT)).toEqual([]);
  await userEvent.click(await button("Credit 25 points to sam"));
  expect(await dialog.findByText("sam: Credited 25 points")).toBeVisible();
  expect(await dialog.findByText("No waiting lines")).toBeVisible();
  expect(sent(CREDIT)).toEqual([{ userId: "8" }]);
});

it("removes a line after a question, and says when it was too late", async () => {
  lines = [waiting];
  let isGone = true;
  const { dialog, sent } = await open({
    [REMOVE]: () => {
      if (isGone) return refusal(404, "There is no such line, or it waits no more");
      lines = [];
      return jsonAnswer({ success: true, message: "The line is removed" });
    },
  });
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Remove: samrolls (casino)"));
  expect(await screen.findByRole("dialog", { name: "Remove the line?" })).toBeVisible();
  expect(sent(REMOVE)).toEqual([]);
  await userEvent.click(await button("Remove"));
  expect(await dialog.findByText("There is no such line, or it waits no more")).toBeVisible();
  isGone = false;
  await userEvent.click(await button("Remove"));
  expect(await dialog.findByText("The line is removed")).toBeVisible();
});

it("searches the waiting lines, and keeps search and page while a line is looked at", async () => {
  const asked: string[] = [];
  const { dialog } = await open({
    [WAITING]: (request) => {
      const { q = "", page = "1" } = queryOf(request);
      asked.push(`${q} ${page}`);
      const items = q === "nobody" ? [] : [{ ...waiting, id: `3-${page}` }];
      return jsonAnswer({
        success: true,
        items,
        total: items.length * 9,
        page: 1,
        pages: 2,
        linked,
      });
    },
  });
  await userEvent.click(await button("Show them"));
  const field = await dialog.findByRole("textbox", { name: "Search waiting lines" });
  await userEvent.type(field, "sam{Enter}");
  expect(await dialog.findByText("9 lines found")).toBeVisible();
  await userEvent.click(await button(/next/i));
  await waitFor(() => expect(asked).toContain("sam 2"));
  await userEvent.click(await button("Remove: samrolls (casino)"));
  await userEvent.click(await button("Back"));
  expect(await dialog.findByRole("textbox", { name: "Search waiting lines" })).toHaveValue("sam");
  expect(asked.at(-1)).toBe("sam 2");
  await userEvent.clear(dialog.getByRole("textbox", { name: "Search waiting lines" }));
  await userEvent.type(
    dialog.getByRole("textbox", { name: "Search waiting lines" }),
    "nobody{Enter}",
  );
  expect(await dialog.findByText("No waiting lines match “nobody”.")).toBeVisible();
});

it("credits all lines that name a linked Kick account by name only, after a question", async () => {
  lines = [waiting];
  linked = { lines: 1, points: 25 };
  const { dialog, sent } = await open({
    [CREDIT_LINKED]: () => {
      lines = [];
      linked = { lines: 0, points: 0 };
      const message = "Credited 1 line with 25 points";
      return jsonAnswer({ success: true, message, lines: 1, points: 25, left: 2 });
    },
  });
  await userEvent.click(await button("Show them"));
  await userEvent.click(await button("Credit linked accounts"));
  expect(await screen.findByRole("dialog", { name: "Credit linked accounts?" })).toBeVisible();
  expect(sent(CREDIT_LINKED)).toEqual([]);
  await userEvent.click(await button("Credit 1 line with 25 points"));
  expect(
    await dialog.findByText(/^Credited 1 line with 25 points. 2 lines still wait/),
  ).toBeVisible();
  expect(dialog.queryByRole("button", { name: "Credit linked accounts" })).toBeNull();
});

it("takes an import back after it said what that takes", async () => {
  let takenBack: object | null = null;
  const item = {
    import: "3",
    begunAt: Date.UTC(2026, 10, 20),
    lines: 3,
    credited: 2,
    creditedPoints: 5000,
    waiting: 1,
    waitingPoints: 25,
    leftPoints: 4000,
  };
  const { dialog, sent } = await open({
    [IMPORTS]: () => jsonAnswer({ success: true, items: [{ ...item, takenBack }] }),
    [TAKE_BACK]: () => {
      takenBack = { begunAt: Date.UTC(2026, 10, 21), done: true, points: 4000, missing: 1000 };
      const message = "Took 4,000 points back; 1,000 had been spent";
      return jsonAnswer({ success: true, message, points: 4000, missing: 1000 });
    },
  });
  await userEvent.click(await button("Show imports"));
  expect(
    await dialog.findByText("2 lines credited (5,000 points), 1 line waiting (25 points)"),
  ).toBeVisible();
  await userEvent.click(await button("Take back: import 3"));
  expect(await screen.findByRole("dialog", { name: "Take the import back?" })).toBeVisible();
  expect(dialog.getByText(/^4,000 of 5,000 points are taken/)).toBeVisible();
  expect(dialog.getByText(/^1,000 points are spent already/)).toBeVisible();
  expect(dialog.getByText("1 waiting line is removed.")).toBeVisible();
  expect(sent(TAKE_BACK)).toEqual([]);
  await userEvent.click(await button("Take import 3 back"));
  expect(await dialog.findByText("Took 4,000 points back; 1,000 had been spent")).toBeVisible();
  expect(await dialog.findByText(/4,000 points; 1,000 had been spent$/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Take back: import 3" })).toBeNull();
});

it("says that there are no imports, and why one cannot be taken back", async () => {
  let items: object[] = [];
  const { dialog } = await open({
    [IMPORTS]: () => jsonAnswer({ success: true, items }),
    [TAKE_BACK]: () => refusal(404, "There is no such import, or it was taken back already"),
  });
  await userEvent.click(await button("Show imports"));
  expect(await dialog.findByText("No imports yet")).toBeVisible();
  const nothing = { credited: 0, creditedPoints: 0, waiting: 0, waitingPoints: 0, leftPoints: 0 };
  items = [{ import: "3", begunAt: 0, lines: 1, ...nothing, takenBack: null }];
  await userEvent.click(await button("Back"));
  await userEvent.click(await button("Show imports"));
  await userEvent.click(await button("Take back: import 3"));
  await userEvent.click(await button("Take import 3 back"));
  expect(
    await dialog.findByText("There is no such import, or it was taken back already"),
  ).toBeVisible();
});

it("keeps all points as a file", async () => {
  leaveOnPurpose(SAVED_FILE);
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:points";
  };
  URL.revokeObjectURL = () => undefined;
  const table = "id,account_code,username,email,points\n7,K7M2Q9XR,rory,rory@example.com,50\n";
  const { dialog } = await open({
    [EXPORT]: () => new Response(table, { headers: { "Content-Type": "text/csv" } }),
  });
  await userEvent.click(dialog.getByRole("button", { name: "Export points" }));
  await waitFor(() => expect(files).toHaveLength(1));
  expect(await files[0]?.text()).toBe(table);
});
