import { useState } from "react";
import { formatPoints } from "@/ui/format/numbers";
import { Avatar } from "../art/Avatar";
import { Badge } from "../Badge";
import { Button } from "../Button";
import { Card } from "../Card";
import { NumberTicker } from "../NumberTicker";
import { Picture } from "../Picture";
import { Podium } from "../Podium";
import { Coin, Points } from "../Points";
import { type Column, Table } from "../Table";
import { Sample, State } from "./Sample";

/** A picture that is always to be had, so that the kit asks nobody for one. */
const drawn = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#3a3247"/><circle cx="11" cy="4" r="2.4" fill="#f0c14e"/><path d="M0 9 5 4l3 3 2-2 6 4z" fill="#1c1823"/></svg>',
)}`;

const names = ["Rory", "Ada", "Lin", "Mo", "Sam_77", "Kit", "Juno", "Vik"];

/** What the pages show: points, people, pictures, cards, tables. */
export function ContentSamples() {
  return (
    <>
      <PointSamples />
      <Sample title="Avatars and pictures">
        <State name="Drawn from the name, the same at every visit">
          {names.map((name) => (
            <Avatar key={name} name={name} picture={null} className="size-12" />
          ))}
        </State>
        <State name="Own picture, and one that cannot be had">
          <Avatar name="Rory" picture={drawn} className="size-12" />
          <Avatar name="Ada" picture="/no-such-picture.webp" className="size-12" />
        </State>
        <div className="grid gap-4 sm:grid-cols-3">
          <State name="Picture">
            <Picture address={drawn} fallback={<NoPicture />} className="h-32 w-full rounded-lg" />
          </State>
          <State name="None given">
            <Picture address={null} fallback={<NoPicture />} className="h-32 w-full rounded-lg" />
          </State>
          <State name="Cannot be had">
            <Picture
              address="/no-such-picture.webp"
              fallback={<NoPicture />}
              className="h-32 w-full rounded-lg"
            />
          </State>
        </div>
      </Sample>
      <Sample title="Cards and tables">
        <div className="grid gap-4 sm:grid-cols-2">
          <Card className="p-6">
            <h3 className="text-base">A card</h3>
            <p className="mt-1.5 text-sm text-muted">A raised piece of the page.</p>
          </Card>
          <a
            href="#cards-and-tables"
            className="surface rounded-lg p-6 transition-[border-color,background-color] hover:border-line-strong hover:bg-ink-850"
          >
            <h3 className="text-base">A card that leads somewhere</h3>
            <p className="mt-1.5 text-sm text-muted">It answers to the pointer and the focus.</p>
          </a>
        </div>
        <TableSample />
        <TableLooks />
      </Sample>
      <Sample title="Podium">
        <Podium
          label="Sample podium"
          className="w-full"
          entries={[
            { key: "1", name: "ro***ry", value: <Points amount={48210} />, note: "$1,000" },
            { key: "2", name: "ma*****ne", value: <Points amount={31040} />, note: "$600" },
            { key: "3", name: "so**ul", value: <Points amount={902} />, note: "$450", isOwn: true },
          ]}
        />
      </Sample>
    </>
  );
}

function PointSamples() {
  const [amount, setAmount] = useState(12_500);
  return (
    <Sample title="Points and badges">
      <State name="Amount that runs to a new one, gain, loss, nothing">
        <Points amount={amount} ticking className="text-2xl" />
        <Points amount={190} signed />
        <Points amount={-100} signed />
        <Points amount={0} />
        <Button size="sm" onClick={() => setAmount(amount + 4_321)}>
          Add 4,321
        </Button>
      </State>
      <State name="Figure that runs, coin">
        <span className="font-display text-2xl font-extrabold">
          <NumberTicker value={amount} format={formatPoints} />
        </span>
        <Coin className="size-8" />
        <Coin className="size-5" />
      </State>
      <State name="Badges">
        <Badge>Plain</Badge>
        <Badge tone="gold">$3.5K</Badge>
        <Badge tone="win">Active</Badge>
        <Badge tone="loss">Inactive</Badge>
      </State>
    </Sample>
  );
}

function NoPicture() {
  return (
    <span className="absolute inset-0 grid place-items-center">
      <Coin className="size-12 opacity-40 grayscale" />
    </span>
  );
}

type SampleRow = { rank: number; name: string; points: number };

const rows: readonly SampleRow[] = [
  { rank: 1, name: "ro***ry", points: 48_210 },
  { rank: 2, name: "you", points: 31_040 },
  { rank: 3, name: "so**ul", points: 902 },
];

const columns: readonly Column<SampleRow>[] = [
  {
    header: "Rank",
    className: "pl-4 sm:pl-6",
    headerClass: "w-20",
    cellClass: "font-semibold text-muted",
    cell: ({ rank }) => rank,
  },
  {
    header: "Username",
    isRowHeader: true,
    cellClass: "font-medium",
    cell: ({ name }) =>
      name === "you" ? (
        <span className="flex items-center gap-2">
          rory_77 <Badge>You</Badge>
        </span>
      ) : (
        name
      ),
  },
  {
    header: "Points",
    align: "right",
    className: "pr-4 sm:pr-6",
    cell: ({ points }) => <Points amount={points} />,
  },
];

/** A row of one's own stands out by ground and by word. */
function TableSample() {
  return (
    <Card className="overflow-hidden">
      <Table
        look="page"
        caption="Sample standings"
        rows={rows}
        rowKey={({ rank }) => rank}
        rowClass={({ name }) => name === "you" && "bg-gold-400/8"}
        columns={columns}
      />
    </Card>
  );
}

const plainColumns: readonly Column<SampleRow>[] = [
  { header: "Member", isRowHeader: true, cellClass: "font-semibold", cell: ({ name }) => name },
  { header: "Points", align: "right", cell: ({ points }) => formatPoints(points) },
];

/** The other looks, and a table without rows. */
function TableLooks() {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-3">
      {(["panel", "figures"] as const).map((look) => (
        <Card key={look} className="overflow-hidden">
          <Table
            look={look}
            caption={`Sample standings, ${look}`}
            rows={rows}
            rowKey={({ rank }) => rank}
            columns={plainColumns}
          />
        </Card>
      ))}
      <Card>
        <Table<SampleRow>
          look="panel"
          caption="Sample standings without rows"
          empty={<p className="p-5 text-sm text-muted">No members have points yet.</p>}
          rows={[]}
          rowKey={({ rank }) => rank}
          columns={plainColumns}
        />
      </Card>
    </div>
  );
}
