import { Link } from "@tanstack/react-router";
import { Check, Clock, Hourglass, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { Points } from "@/ui/Points";
import { Select } from "@/ui/Select";
import { type Purchase, type PurchaseStatus, purchaseStatuses, statusNames } from "./model";

export type StatusOrders = {
  /** The purchase whose status is being set; the others wait for it. */
  busyId: string | null;
  onStatus: (purchase: Purchase, status: PurchaseStatus) => void;
};

type PurchaseTableProps = StatusOrders & {
  purchases: readonly Purchase[];
  caption: string;
  /** Others have been asked for. */
  isOld: boolean;
};

const choices = purchaseStatuses.map((value) => ({ value, label: statusNames[value] }));

const head = "px-3 py-3 text-left font-medium whitespace-nowrap first:pl-5 last:pr-5";
const cell = "px-3 py-3 first:pl-5 last:pr-5";

/** A page of what members have bought. */
export function PurchaseTable({ purchases, caption, isOld, busyId, onStatus }: PurchaseTableProps) {
  return (
    <Card
      aria-busy={isOld}
      className={cx("relative overflow-x-auto transition-opacity", isOld && "opacity-55")}
    >
      <table className="w-full min-w-[46rem] border-collapse text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-muted">
          <tr>
            {["Item", "Member", "Points", "Bought", "Status"].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {purchases.map((purchase) => (
            <PurchaseRow
              key={purchase.id}
              purchase={purchase}
              isBusy={purchase.id === busyId}
              isOff={busyId !== null}
              onStatus={(status) => onStatus(purchase, status)}
            />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

type PurchaseRowProps = {
  purchase: Purchase;
  isBusy: boolean;
  /** This one or another is being set. */
  isOff: boolean;
  onStatus: (status: PurchaseStatus) => void;
};

function PurchaseRow({ purchase, isBusy, isOff, onStatus }: PurchaseRowProps) {
  const list = useFocusAfterBusy(isBusy);
  const { id, itemTitle, user, pointsCost, purchaseDate, status } = purchase;
  return (
    <tr className="transition-colors hover:bg-ink-850">
      <th scope="row" className={cx(cell, "text-left font-semibold [overflow-wrap:anywhere]")}>
        {itemTitle}
        <span className="block text-xs font-normal text-muted">No. {id}</span>
      </th>
      <td className={cx(cell, "[overflow-wrap:anywhere]")}>
        <Link
          to="/admin/accounts"
          search={{ q: user.username }}
          className="inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
        >
          {user.username}
        </Link>
      </td>
      <td className={cell}>
        <Points amount={pointsCost} className="align-middle" />
      </td>
      <td className={cx(cell, "whitespace-nowrap text-muted")}>
        <time dateTime={purchaseDate}>{formatMoment(purchaseDate)}</time>
      </td>
      <td className={cell}>
        <span className="flex items-center gap-3">
          <Select
            ref={list}
            size="sm"
            label={`Status of purchase ${id}, ${itemTitle} for ${user.username}`}
            labelHidden
            options={choices}
            value={status}
            disabled={isOff}
            aria-busy={isBusy}
            onValueChange={onStatus}
            className="w-34"
          />
          <StatusMark status={status} />
        </span>
      </td>
    </tr>
  );
}

/** A list that is off loses the focus; it has it again afterwards, if nothing else has taken it. */
function useFocusAfterBusy(isBusy: boolean) {
  const list = useRef<HTMLSelectElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const focused = document.activeElement;
    const isFree = focused === document.body || focused?.id === "main";
    if (wasBusy.current && !isBusy && isFree) list.current?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  return list;
}

/** The list says the status; this says it at a glance. */
function StatusMark({ status }: { status: PurchaseStatus }) {
  const marks = {
    pending: { tone: "plain", Icon: Clock },
    in_progress: { tone: "plain", Icon: Hourglass },
    completed: { tone: "win", Icon: Check },
    cancelled: { tone: "loss", Icon: X },
  } as const;
  const { tone, Icon } = marks[status];
  return (
    <span aria-hidden="true">
      <Badge tone={tone}>
        <Icon className="size-3.5" />
      </Badge>
    </span>
  );
}
