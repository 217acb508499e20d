import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { jsonAnswer } from "@/test-page";
import { type Answers, refusal } from "@/test-panel";
import { later } from "@/testing/later";
import { leaveOnPurpose } from "@/testing/pending-work";
import { queryClient } from "@/wire/queries";
import { UNKNOWN_OUTCOME } from "@/wire/submit";
import { keepAdminToken } from "../../session/store";
import { button, openCsv, queryOf } from "./test-imports";

/** The address of a saved file is kept for a minute, also when the page is gone. */
const SAVED_FILE = "timeout of 60000 ms";

const IMPORT = "POST /api/admin/points/import";
const COLUMNS = "POST /api/admin/points/import/columns";
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

/** The bodies of imports, which are tables and no JSON, with whether they were a trial. */
let imported: { file: string; dryRun: string | null; type: string | null }[];

beforeEach(() => {
  imported = [];
});

afterEach(() => {
  keepAdminToken(null);
  queryClient.clear();
});

const open = (answers: Answers = {}) =>
  openCsv({
    [IMPORT]: async (request) => {
      const dryRun = new URL(request.url).searchParams.get("dryRun");
      const type = request.headers.get("Content-Type");
      imported.push({ file: await request.text(), dryRun, type });
      return jsonAnswer(report(dryRun === "true"));
    },
    ...answers,
  });

const TABLE = "email,points\nrory@example.com,50\n";
const choose = async (text = TABLE) =>
  userEvent.upload(
    screen.getByLabelText("CSV file"),
    new File([text], "old-site.csv", { type: "text/csv" }),
  );

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

it.each([
  [1, "Import 1 waiting line"],
  [22_160, "Import 22,160 waiting lines"],
])("names what is imported when nothing is credited at once: %i", async (waiting, name) => {
  await open({
    [IMPORT]: () => jsonAnswer(report(true, { credited: 0, creditedPoints: 0, waiting })),
  });
  await choose();
  expect(await button(name)).toBeEnabled();
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
  await userEvent.selectOptions(dialog.getByLabelText("Thousands separator"), "Dot (1.000)");
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

it("keeps the columns and the header that were chosen while the file is read again", async () => {
  const asked: object[] = [];
  const answer = later<Response>();
  const { dialog } = await open({
    [COLUMNS]: (request) => {
      const query = queryOf(request);
      asked.push(query);
      return query.columns === undefined && query.header === undefined
        ? jsonAnswer(columnsOf([null, null]))
        : answer.promise;
    },
  });
  await choose();
  await userEvent.click(await button("Change columns"));
  const header = await dialog.findByRole("checkbox", {
    name: "The first line has the names of the columns",
  });
  await userEvent.click(header);
  expect(header).not.toBeChecked();
  await userEvent.click(header);
  expect(header).toBeChecked();
  await userEvent.click(header);
  await userEvent.selectOptions(dialog.getByLabelText("Content of who"), "Email");
  expect(dialog.getByLabelText("Content of who")).toHaveValue("email");
  await userEvent.selectOptions(dialog.getByLabelText("Content of score"), "Points");
  await waitFor(() => expect(asked.at(-1)).toEqual({ header: "false", columns: "email,points" }));
  expect(asked.map((query) => "header" in query && query.header).slice(0, 4)).toEqual([
    false,
    "false",
    "true",
    "false",
  ]);
  await act(async () => answer.resolve(jsonAnswer(columnsOf(["email", "points"]))));
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

it("keeps all points as a file, byte for byte", async () => {
  leaveOnPurpose(SAVED_FILE);
  const files: Blob[] = [];
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return "blob:points";
  };
  URL.revokeObjectURL = () => undefined;
  const table =
    "\uFEFFid,account_code,username,email,points\n7,K7M2Q9XR,rory,rory@example.com,50\n";
  const { dialog } = await open({
    [EXPORT]: () => new Response(table, { headers: { "Content-Type": "text/csv; charset=utf-8" } }),
  });
  await userEvent.click(dialog.getByRole("button", { name: "Export points" }));
  await waitFor(() => expect(files).toHaveLength(1));
  // A text would hide the byte order mark: decoding drops it.
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes]).toEqual([...new TextEncoder().encode(table)]);
});
