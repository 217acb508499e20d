import { Link } from "@tanstack/react-router";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { useMember } from "@/features/session/store";
import { IfOn } from "@/features/site/PageLink";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Fits } from "@/ui/Fits";
import { formatMoment } from "@/ui/format/dates";
import { Points } from "@/ui/Points";
import type { EntryRow, Purchase } from "./queries";
import { Status } from "./Status";
import * as texts from "./texts/en";

function When({ instant }: { instant: string }) {
  return <time dateTime={instant}>{formatMoment(instant)}</time>;
}

/** Giveaways that the member has entered, each ended one with its proof. */
export function Entries({ rows }: { rows: readonly EntryRow[] }) {
  return (
    <Card className="overflow-hidden">
      <ul aria-label={texts.giveawaysEnteredNewestFirst}>
        {rows.map((row) => (
          <Row
            key={row.giveawayId}
            isLit={row.status === "won"}
            title={row.prize}
            note={row.title}
            status={<Status status={row.status} />}
            spent={<Spent isFree={row.entryType === "free"} amount={row.spent} />}
            action={
              row.status === "won" || row.status === "lost" ? (
                <IfOn page="/giveaways">
                  <ProofLink row={row} />
                </IfOn>
              ) : null
            }
          >
            <span>{texts.ticketCount(row.tickets)}</span>
            <span>
              {texts.entered}
              <When instant={row.enteredAt} />
            </span>
            <span>
              {row.endedAt === null ? texts.ends : texts.ended}
              <When instant={row.endedAt ?? row.endTime} />
            </span>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

function ProofLink({ row }: { row: EntryRow }) {
  return (
    <Link
      to="/history"
      search={{ proof: row.giveawayId }}
      resetScroll={false}
      aria-label={texts.checkDraw(row.title)}
      className="inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-muted underline decoration-line-strong underline-offset-4 transition-colors hover:text-text"
    >
      <ShieldCheck aria-hidden="true" className="size-4.5" />
      {texts.checkDrawText}
    </Link>
  );
}

type PurchasesProps = { rows: readonly Purchase[]; onCancel: (purchase: Purchase) => void };

/** What the member has bought; what has not been handed out yet can be called off. */
export function Purchases({ rows, onCancel }: PurchasesProps) {
  const isInactive = useMember()?.isActive === false;
  return (
    <Card className="overflow-hidden">
      <ul aria-label={texts.purchasesNewestFirst}>
        {rows.map((row) => (
          <Row
            key={row.id}
            id={`purchase-${row.id}`}
            isLit={false}
            title={row.itemTitle}
            note={texts.purchase(row.id)}
            status={<Status status={row.status} />}
            spent={<Spent isFree={false} amount={row.pointsCost} isBack={isBack(row)} />}
            action={
              row.status === "pending" ? (
                <Button
                  size="sm"
                  aria-haspopup="dialog"
                  disabled={isInactive}
                  aria-label={texts.cancelNamed(row.itemTitle)}
                  onClick={() => onCancel(row)}
                >
                  {texts.cancel}
                </Button>
              ) : null
            }
          >
            <span>
              {texts.bought}
              <When instant={row.purchaseDate} />
            </span>
          </Row>
        ))}
      </ul>
    </Card>
  );
}

function isBack({ status }: Purchase): boolean {
  return status === "cancelled";
}

type SpentProps = { isFree: boolean; amount: number; isBack?: boolean };

function Spent({ isFree, amount, isBack: isReturned = false }: SpentProps) {
  if (isFree) return <span className="text-sm text-muted">{texts.free}</span>;
  return (
    <>
      <span className="sr-only">{isReturned ? texts.givenBack : texts.spent}</span>
      <Points amount={amount} className={cx(isReturned && "line-through opacity-60")} />
    </>
  );
}

type RowProps = {
  /** Takes the focus when the button inside is gone. */
  id?: string;
  /** Something was won. */
  isLit: boolean;
  title: string;
  note: string;
  status: ReactNode;
  spent: ReactNode;
  action: ReactNode;
  children: ReactNode;
};

function Row({ id, isLit, title, note, status, spent, action, children }: RowProps) {
  return (
    <li
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      className={cx(
        "-outline-offset-2 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-b border-line px-4 py-4 last:border-0 sm:px-6",
        isLit && "bg-win/6",
      )}
    >
      <div className="min-w-0">
        <h2 className="text-base [overflow-wrap:anywhere]">
          <Fits text={title} />
        </h2>
        <p className="mt-0.5 text-sm text-muted [overflow-wrap:anywhere]">{note}</p>
      </div>
      <div className="flex flex-col items-end gap-1.5">
        {status}
        <p>{spent}</p>
      </div>
      <p className="col-span-2 flex flex-wrap gap-x-4 gap-y-0.5 self-center text-sm text-muted sm:col-span-1">
        {children}
      </p>
      {action !== null && (
        <div className="col-span-2 -mb-2 flex sm:col-span-1 sm:justify-end">{action}</div>
      )}
    </li>
  );
}
