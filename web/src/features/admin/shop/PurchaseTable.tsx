import { Link } from "@tanstack/react-router";
import { Check, Clock, Hourglass, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { Points } from "@/ui/Points";
import { Select } from "@/ui/Select";
import { type Column, Table } from "@/ui/Table";
import { useMay } from "../session/rights";
import { type Purchase, type PurchaseStatus, purchaseStatuses, statusNames } from "./model";
import * as texts from "./texts/en";

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

/** A page of what members have bought. */
export function PurchaseTable({ purchases, caption, isOld, busyId, onStatus }: PurchaseTableProps) {
  return (
    <Card
      aria-busy={isOld}
      className={cx("relative overflow-x-auto transition-opacity", isOld && "opacity-55")}
    >
      <Table
        look="editor"
        rowClass="transition-colors hover:bg-ink-850"
        className="min-w-[46rem]"
        cellClass="px-3 py-3 first:pl-5 last:pr-5"
        caption={caption}
        rows={purchases}
        rowKey={({ id }) => id}
        columns={[...columns, statusColumn({ busyId, onStatus })]}
      />
    </Card>
  );
}

const columns: readonly Column<Purchase>[] = [
  {
    header: texts.item,
    isRowHeader: true,
    cellClass: "font-semibold [overflow-wrap:anywhere]",
    cell: ({ itemTitle, id }) => (
      <>
        {itemTitle}
        <span className="block text-xs font-normal text-muted">{texts.no(id)}</span>
      </>
    ),
  },
  {
    header: texts.member,
    cellClass: "[overflow-wrap:anywhere]",
    cell: ({ user }) => <Member username={user.username} />,
  },
  {
    header: texts.points,
    cell: ({ pointsCost }) => <Points amount={pointsCost} className="align-middle" />,
  },
  {
    header: texts.bought,
    cellClass: "whitespace-nowrap text-muted",
    cell: ({ purchaseDate }) => <time dateTime={purchaseDate}>{formatMoment(purchaseDate)}</time>,
  },
];

/** The buyer, with a link to the account for people who can see accounts. */
function Member({ username }: { username: string }) {
  if (!useMay("members")) return username;
  return (
    <Link
      to="/admin/accounts"
      search={{ q: username }}
      className="inline-flex min-h-6 items-center underline decoration-line-strong underline-offset-4 hover:decoration-current"
    >
      {username}
    </Link>
  );
}

function statusColumn({ busyId, onStatus }: StatusOrders): Column<Purchase> {
  return {
    header: texts.status,
    cell: (purchase) => (
      <Status
        purchase={purchase}
        isBusy={purchase.id === busyId}
        isOff={busyId !== null}
        onStatus={(status) => onStatus(purchase, status)}
      />
    ),
  };
}

type StatusProps = {
  purchase: Purchase;
  isBusy: boolean;
  /** This one or another is being set. */
  isOff: boolean;
  onStatus: (status: PurchaseStatus) => void;
};

function Status({ purchase, isBusy, isOff, onStatus }: StatusProps) {
  const list = useFocusAfterBusy(isBusy);
  const mayChange = useMay("shop", "change");
  const { id, itemTitle, user, status } = purchase;
  return (
    <span className="flex items-center gap-3">
      <Select
        ref={list}
        size="sm"
        label={texts.statusPurchase(id, itemTitle, user.username)}
        labelHidden
        options={choices}
        value={status}
        disabled={isOff || !mayChange}
        aria-busy={isBusy}
        onValueChange={onStatus}
        className="w-34"
      />
      <StatusMark status={status} />
    </span>
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
