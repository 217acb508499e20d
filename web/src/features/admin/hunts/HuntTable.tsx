import { Link } from "@tanstack/react-router";
import { Eye, Pencil, Trash2 } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatDay, formatMoment } from "@/ui/format/dates";
import { formatCents } from "@/ui/format/dollars";
import type { useMessage } from "@/ui/Message";
import { type Column, Table } from "@/ui/Table";
import { failureTexts } from "../shell/failure-texts";
import type { useQueue } from "../shell/use-queue";
import { offIf } from "./external";
import { type Hunt, toggled } from "./model";
import { setStatus } from "./queries";
import { StatusBadge } from "./StatusBadge";
import * as texts from "./texts/en";

type HuntTableProps = {
  hunts: readonly Hunt[];
  /** They are a service's. */
  isReadOnly: boolean;
  /** Changes of a status are sent one after the other. */
  inTurn: ReturnType<typeof useQueue>;
  say: ReturnType<typeof useMessage>["say"];
  onDelete: (hunt: Hunt) => void;
};

/** All hunts, and what can be done about each. */
export function HuntTable({ hunts, ...rest }: HuntTableProps) {
  return (
    <Card className="relative overflow-x-auto">
      <Table
        look="editor"
        rowClass="transition-colors hover:bg-ink-850"
        className="min-w-[54rem]"
        caption={texts.bonusHuntsText}
        rows={hunts}
        rowKey={({ id }) => id}
        columns={columnsOf(rest)}
      />
    </Card>
  );
}

type ActionsProps = Omit<HuntTableProps, "hunts">;

function columnsOf(props: ActionsProps): readonly Column<Hunt>[] {
  return [
    {
      header: texts.name,
      isRowHeader: true,
      cellClass: "w-full min-w-44 font-normal",
      cell: ({ id, name }) => (
        <Link
          to="/admin/bonus-hunts/$id/edit"
          params={{ id }}
          className="text-base leading-snug font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </Link>
      ),
    },
    { header: texts.id, cellClass: "max-w-44 truncate text-muted", cell: ({ id }) => `#${id}` },
    { header: texts.status, cell: ({ status }) => <StatusBadge status={status} /> },
    {
      header: texts.slots,
      cellClass: "whitespace-nowrap",
      cell: ({ openedSlots, totalSlots }) => (
        <>
          {openedSlots}
          <span className="text-muted"> / {totalSlots}</span>
          <span className="sr-only">{texts.opened}</span>
        </>
      ),
    },
    {
      header: texts.totalValue,
      cellClass: "whitespace-nowrap",
      cell: ({ totalValue }) => formatCents(totalValue),
    },
    {
      // Of a service's hunt only the day is known that it says itself.
      header: props.isReadOnly ? texts.date : texts.created,
      cellClass: "whitespace-nowrap text-muted",
      cell: ({ huntDate, createdAt }) => <Day at={props.isReadOnly ? huntDate : createdAt} />,
    },
    {
      header: texts.actions,
      isHeaderHidden: true,
      cell: (hunt) => <Actions hunt={hunt} {...props} />,
    },
  ];
}

function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {formatDay(at)}
    </time>
  );
}

function Actions({ hunt, isReadOnly, inTurn, say, onDelete }: ActionsProps & { hunt: Hunt }) {
  const { id, name, status } = hunt;
  const open = (isReadOnly ? texts.openNamed : texts.editNamed)(name);
  const OpenIcon = isReadOnly ? Eye : Pencil;
  const next = toggled(status);
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => inTurn(() => setStatus(hunt, next)),
    onAnswer: () => say("success", texts.statusSet[next](name)),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <div className="flex items-center justify-end">
      <Button
        size="sm"
        className="mr-1"
        aria-label={texts.setStatusOf[next](name)}
        busy={isBusy}
        onClick={() => void submit()}
      >
        {texts.setStatus[next]}
      </Button>
      <Link
        to="/admin/bonus-hunts/$id/edit"
        params={{ id }}
        aria-label={open}
        title={open}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-ink-800 hover:text-text"
      >
        <OpenIcon aria-hidden="true" className="size-4.5" />
      </Link>
      <IconButton
        label={texts.deleteText(name)}
        onClick={() => onDelete(hunt)}
        className="disabled:opacity-45"
        {...offIf(isReadOnly)}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
      </IconButton>
    </div>
  );
}
