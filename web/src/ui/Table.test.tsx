import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { type Column, Table } from "./Table";

type Entry = { id: number; name: string; points: number };

const ada: Entry = { id: 1, name: "Ada", points: 30 };
const lin: Entry = { id: 2, name: "Lin", points: 20 };

const nameCell = vi.fn(({ name }: Entry) => name);

const columns: readonly Column<Entry>[] = [
  { header: "Name", isRowHeader: true, className: "px-1", cell: nameCell },
  {
    header: "Points",
    align: "right",
    cellClassOf: ({ points }) => points > 25 && "text-win",
    cell: ({ points }) => points,
  },
  {
    header: "State",
    isHeaderHidden: true,
    cell: (_row, index, mark) => `${index + 1}${mark === undefined ? "" : `, ${mark}`}`,
  },
];

type SampleProps = { rows: readonly Entry[]; own?: number };

const Sample = ({ rows, own }: SampleProps) => (
  <Table
    look="page"
    caption="Most points"
    columns={columns}
    rows={rows}
    rowKey={({ id }) => id}
    markOf={({ id }) => (id === own ? "own" : undefined)}
    rowClass={({ id }) => id === own && "bg-gold-400/8"}
    empty={<p>No points yet</p>}
  />
);

beforeEach(() => {
  nameCell.mockClear();
});

it("has a caption, headers of columns and headers of rows", () => {
  render(<Sample rows={[ada, lin]} />);
  const table = screen.getByRole("table", { name: "Most points" });
  const headers = within(table).getAllByRole("columnheader");
  expect(headers.map((header) => header.textContent)).toEqual(["Name", "Points", "State"]);
  expect(headers.every((header) => header.getAttribute("scope") === "col")).toBe(true);
  const names = within(table).getAllByRole("rowheader");
  expect(names.map((name) => name.textContent)).toEqual(["Ada", "Lin"]);
  expect(within(table).getAllByRole("cell")).toHaveLength(4);
});

it("aligns a column with its header, and sets classes by column and by cell", () => {
  render(<Sample rows={[ada, lin]} />);
  expect(screen.getByRole("columnheader", { name: "Points" })).toHaveClass("text-right");
  expect(screen.getByRole("cell", { name: "30" })).toHaveClass("text-right", "text-win");
  expect(screen.getByRole("cell", { name: "20" })).not.toHaveClass("text-win");
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveClass("px-1");
  expect(screen.getByRole("rowheader", { name: "Ada" })).toHaveClass("px-1");
});

it("shows something else when there are no rows", () => {
  render(<Sample rows={[]} />);
  expect(screen.getByText("No points yet")).toBeVisible();
  expect(screen.queryByRole("table")).toBeNull();
});

it("sets a row apart by its mark", () => {
  const { rerender } = render(<Sample rows={[ada, lin]} own={2} />);
  expect(screen.getByRole("row", { name: "Lin 20 2, own" })).toHaveClass("bg-gold-400/8");
  rerender(<Sample rows={[ada, lin]} own={1} />);
  expect(screen.getByRole("row", { name: "Ada 30 1, own" })).toHaveClass("bg-gold-400/8");
  expect(screen.getByRole("row", { name: "Lin 20 2" })).not.toHaveClass("bg-gold-400/8");
});

it("draws only the rows again that have changed", () => {
  const { rerender } = render(<Sample rows={[ada, lin]} />);
  nameCell.mockClear();
  rerender(<Sample rows={[ada, { ...lin, points: 40 }]} />);
  expect(screen.getByRole("row", { name: "Lin 40 2" })).toBeVisible();
  expect(nameCell.mock.calls.map(([row]) => row.name)).toEqual(["Lin"]);
});
