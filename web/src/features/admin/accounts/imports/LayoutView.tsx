import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Notice } from "@/ui/Notice";
import { Select } from "@/ui/Select";
import { Private } from "../../shell/Private";
import * as hidden from "../../shell/texts/private.en";
import * as texts from "../texts/en";
import type { Change } from "./change";
import { LoadingLines } from "./LoadingLines";
import {
  type ColumnChoice,
  columnsQuery,
  type FileColumn,
  type FileColumns,
  type FileLayout,
  importPoints,
  type Report,
} from "./queries";

type LayoutViewProps = {
  file: ArrayBuffer;
  name: string;
  /** What was said before. */
  layout: FileLayout;
  change: Change;
  onBack: () => void;
  onReport: (report: Report, layout: FileLayout) => void;
};

const encodings = [
  { value: "utf-8", label: texts.utf8 },
  { value: "utf-16le", label: texts.utf16Little },
  { value: "utf-16be", label: texts.utf16Big },
  { value: "windows-1252", label: texts.windows1252 },
] as const;

const thousandsSigns = [
  { value: "", label: texts.automatic },
  { value: "comma", label: texts.commaSign },
  { value: "point", label: texts.dotSign },
  { value: "space", label: texts.spaceSign },
  { value: "apostrophe", label: texts.apostropheSign },
] as const;

const choices: readonly { value: ColumnChoice; label: string }[] = [
  { value: "ignored", label: texts.ignored },
  { value: "points", label: texts.pointsColumn },
  { value: "kickId", label: texts.kickIdColumn },
  { value: "kickUsername", label: texts.kickUsernameColumn },
  { value: "casinoUsername", label: texts.casinoUsernameColumn },
  { value: "email", label: texts.email },
  { value: "username", label: texts.username },
];

/** Asks for what a file doesn't say clearly: its encoding, its columns and how numbers are written. */
export function LayoutView({ file, name, change, onBack, onReport, ...before }: LayoutViewProps) {
  const [layout, setLayout] = useState(before.layout);
  const query = useQuery(columnsQuery(file, layout));
  const { failed, isBusy } = change;
  const choose = (next: FileLayout) => {
    change.reset();
    setLayout(next);
  };
  const isReadable = query.data?.problem === null && !query.isPlaceholderData;
  return (
    <>
      <p className="text-sm text-muted [overflow-wrap:anywhere]">{texts.checkFile(name)}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <EncodingSelect
          value={layout.encoding ?? query.data?.encoding}
          disabled={isBusy}
          // Another encoding may have other columns.
          onChoose={(encoding) =>
            choose(layout.thousands ? { encoding, thousands: layout.thousands } : { encoding })
          }
        />
        <Select
          label={texts.thousandsSign}
          options={thousandsSigns}
          value={layout.thousands ?? ""}
          disabled={isBusy}
          onValueChange={(sign) => {
            const { thousands: _, ...others } = layout;
            choose(sign === "" ? others : { ...others, thousands: sign });
          }}
        />
      </div>
      <QueryView
        query={query}
        what={texts.theColumns}
        loading={<LoadingLines label={texts.loadingColumns} />}
        failedAs="notice"
        renderFailure={({ error, message }) =>
          error === "unknown_encoding" ? <Notice tone="error">{message}</Notice> : null
        }
      >
        {(data) => <Columns data={data} layout={layout} isBusy={isBusy} onChoose={choose} />}
      </QueryView>
      {failed !== null && !isBusy && <Notice tone="error">{failed.failure.message}</Notice>}
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <Button disabled={isBusy} onClick={onBack}>
          {texts.back}
        </Button>
        <Button
          tone="gold"
          busy={isBusy}
          disabled={!isReadable}
          onClick={() =>
            void change.submit(async () => onReport(await importPoints(file, true, layout), layout))
          }
        >
          {texts.continueText}
        </Button>
      </div>
    </>
  );
}

type Encoding = (typeof encodings)[number]["value"];
type EncodingSelectProps = {
  /** Undefined while it is unknown. */
  value: Encoding | undefined;
  disabled: boolean;
  onChoose: (encoding: Encoding) => void;
};

function EncodingSelect({ value, disabled, onChoose }: EncodingSelectProps) {
  const unknown = [{ value: "", label: texts.chooseEncoding }] as const;
  return (
    <Select
      label={texts.encoding}
      options={value === undefined ? [...unknown, ...encodings] : encodings}
      value={value ?? ""}
      disabled={disabled}
      onValueChange={(encoding) => encoding !== "" && onChoose(encoding)}
    />
  );
}

type ColumnsProps = {
  data: FileColumns;
  layout: FileLayout;
  isBusy: boolean;
  onChoose: (layout: FileLayout) => void;
};

function Columns({ data, layout, isBusy, onChoose }: ColumnsProps) {
  const { columns, problem } = data;
  // The answer may be older than the last choice.
  const header = layout.header ?? data.header;
  const chosen = layout.columns?.split(",");
  const meanings = columns.map(
    ({ meaning }, place) =>
      choices.find(({ value }) => value === chosen?.[place])?.value ?? meaning,
  );
  const setMeaning = (at: number, meaning: ColumnChoice) => {
    // Each meaning has one column: the column that had it before is ignored.
    const next = meanings.map((other, place) => {
      if (place === at) return meaning;
      return other === meaning ? "ignored" : (other ?? "ignored");
    });
    onChoose({ ...layout, header, columns: next.join(",") });
  };
  return (
    <>
      {problem !== null && <Notice>{problem}</Notice>}
      <Checkbox
        label={texts.firstLineHasNames}
        checked={header}
        disabled={isBusy}
        onChange={(event) => onChoose({ ...layout, header: event.target.checked })}
      />
      <ul aria-label={texts.columnsOfFile} className="divide-y divide-line border-y border-line">
        {columns
          .map((column, place) => ({ column, place }))
          .map(({ column, place }) => (
            <ColumnRow
              key={place}
              column={column}
              meaning={meanings[place] ?? "ignored"}
              title={column.name === "" ? texts.columnNumber(place + 1) : column.name}
              isBusy={isBusy}
              onChoose={(meaning) => setMeaning(place, meaning)}
            />
          ))}
      </ul>
    </>
  );
}

type ColumnRowProps = {
  column: FileColumn;
  meaning: ColumnChoice;
  title: string;
  isBusy: boolean;
  onChoose: (meaning: ColumnChoice) => void;
};

function ColumnRow({ column: { samples }, meaning, title, isBusy, onChoose }: ColumnRowProps) {
  const cells = samples.filter((sample) => sample !== "");
  return (
    <li className="flex flex-wrap items-center gap-x-5 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56 text-sm [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {cells.length > 0 && (
          <p className="text-muted">
            <Private what={hidden.cellsOf(title)}>{cells.join(" · ")}</Private>
          </p>
        )}
      </div>
      <Select
        label={texts.meaningOf(title)}
        labelHidden
        size="sm"
        className="w-48"
        options={choices}
        value={meaning}
        disabled={isBusy}
        onValueChange={onChoose}
      />
    </li>
  );
}
