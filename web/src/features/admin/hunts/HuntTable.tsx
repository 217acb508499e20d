import { Link } from "@tanstack/react-router";
import { Eye, Pencil, Trash2 } from "lucide-react";
import { useSubmit } from "@/data/use-submit";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatDay, formatMoment } from "@/ui/format/dates";
import { formatCents } from "@/ui/format/dollars";
import { failureTexts } from "../shell/failure-texts";
import type { useMessage } from "../shell/message";
import type { useQueue } from "../shell/use-queue";
import { offIf } from "./external";
import { type Hunt, statusNames, toggled } from "./model";
import { setStatus } from "./queries";
import { StatusBadge } from "./StatusBadge";

type HuntTableProps = {
  hunts: readonly Hunt[];
  /** They are a service's. */
  isReadOnly: boolean;
  /** Changes of a status are sent one after the other. */
  inTurn: ReturnType<typeof useQueue>;
  say: ReturnType<typeof useMessage>["say"];
  onDelete: (hunt: Hunt) => void;
};

const head = "px-3 py-3 text-left font-medium whitespace-nowrap first:pl-5 last:pr-5";
const cell = "px-3 py-3.5 first:pl-5 last:pr-5";

/** All hunts, and what can be done about each. */
export function HuntTable({ hunts, ...rest }: HuntTableProps) {
  // Of a service's hunt only the day is known that it says itself.
  const made = rest.isReadOnly ? "Date" : "Created";
  return (
    <Card className="relative overflow-x-auto">
      <table className="w-full min-w-[54rem] border-collapse text-sm">
        <caption className="sr-only">Bonus hunts</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            {["Name", "ID", "Status", "Slots", "Total value", made].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
            <th scope="col" className={head}>
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {hunts.map((hunt) => (
            <HuntRow key={hunt.id} hunt={hunt} {...rest} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type HuntRowProps = Omit<HuntTableProps, "hunts"> & { hunt: Hunt };

function HuntRow({ hunt, isReadOnly, inTurn, say, onDelete }: HuntRowProps) {
  const { id, name, status, totalSlots, openedSlots, totalValue } = hunt;
  const made = isReadOnly ? hunt.huntDate : hunt.createdAt;
  const open = `${isReadOnly ? "Open" : "Edit"} ${name}`;
  const OpenIcon = isReadOnly ? Eye : Pencil;
  const next = toggled(status);
  const nextName = statusNames[next].toLowerCase();
  const { isBusy, submit } = useSubmit<void, void>({
    send: () => inTurn(() => setStatus(hunt, next)),
    onAnswer: () => say("success", `${name} is ${nextName} now.`),
    onFailure: ({ failure }) => say("error", ...failureTexts(failure)),
  });
  return (
    <tr className="transition-colors hover:bg-ink-850">
      <th scope="row" className={cx(cell, "w-full min-w-44 text-left font-normal")}>
        <Link
          to="/admin/bonus-hunts/$id/edit"
          params={{ id }}
          className="text-base leading-snug font-semibold [overflow-wrap:anywhere] hover:underline"
        >
          {name}
        </Link>
      </th>
      <td className={cx(cell, "max-w-44 truncate text-muted")}>#{id}</td>
      <td className={cell}>
        <StatusBadge status={status} />
      </td>
      <td className={cx(cell, "whitespace-nowrap")}>
        {openedSlots}
        <span className="text-muted"> / {totalSlots}</span>
        <span className="sr-only"> opened</span>
      </td>
      <td className={cx(cell, "whitespace-nowrap")}>{formatCents(totalValue)}</td>
      <td className={cx(cell, "whitespace-nowrap text-muted")}>
        <time dateTime={made} title={formatMoment(made)}>
          {formatDay(made)}
        </time>
      </td>
      <td className={cell}>
        <div className="flex items-center justify-end">
          <Button
            size="sm"
            className="mr-1"
            aria-label={`Set ${nextName}: ${name}`}
            busy={isBusy}
            onClick={() => void submit()}
          >
            Set {nextName}
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
            label={`Delete ${name}`}
            onClick={() => onDelete(hunt)}
            className="disabled:opacity-45"
            {...offIf(isReadOnly)}
          >
            <Trash2 aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
      </td>
    </tr>
  );
}
