import { CircleCheck, ExternalLink, ListOrdered, Pencil, Plus, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { formatCents } from "@/ui/format/dollars";
import { isExternal, offIf } from "./external";
import type { WholeHunt } from "./model";
import { useOverrides } from "./queries";
import { StatusBadge } from "./StatusBadge";
import * as texts from "./texts/en";

type HuntHeaderProps = {
  hunt: WholeHunt;
  /** Its status is being set. */
  isMarking: boolean;
  onDetails: () => void;
  onMark: () => void;
  /** The status is to follow the slots again. */
  onFollow: () => void;
  onManage: () => void;
  onAdd: () => void;
};

/** What a hunt is, how far it is, and what can be done with all of it. */
export function HuntHeader({ hunt, isMarking, ...on }: HuntHeaderProps) {
  const { id, name, status, totalSlots, totalValue, openedSlots } = hunt;
  const isReadOnly = isExternal(hunt);
  const made = isReadOnly ? hunt.huntDate : hunt.createdAt;
  const isCompleted = status === "completed";
  return (
    <Card className="px-5 py-5 sm:px-6">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            <h1 className="min-w-0 text-2xl [overflow-wrap:anywhere]">{name}</h1>
            <StatusBadge status={status} />
          </div>
          <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted [overflow-wrap:anywhere]">
            <span>#{id}</span>
            <span>
              {isReadOnly ? texts.date : texts.created}{" "}
              <time dateTime={made}>{formatMoment(made)}</time>
            </span>
            <a
              href={`/bonus-hunts/${encodeURIComponent(id)}`}
              target="_blank"
              rel="noreferrer"
              className="inline-flex items-center gap-1.5 text-text hover:underline"
            >
              {texts.publicPage}
              <span className="sr-only">{texts.opensNewTab}</span>
              <ExternalLink aria-hidden="true" className="size-3.5" />
            </a>
          </p>
        </div>
        <dl className="flex flex-wrap gap-x-8 gap-y-3">
          <Figure name={texts.slots}>{totalSlots}</Figure>
          <Figure name={texts.totalValueLabel}>{formatCents(totalValue)}</Figure>
          <Figure name={texts.openedText}>
            {openedSlots}
            <span className="text-muted"> / {totalSlots}</span>
          </Figure>
        </dl>
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button
          onClick={on.onDetails}
          icon={<Pencil aria-hidden="true" className="size-4" />}
          {...offIf(isReadOnly)}
        >
          {texts.editHuntDetails}
        </Button>
        <Button
          onClick={on.onMark}
          busy={isMarking}
          icon={
            isCompleted ? (
              <RotateCcw aria-hidden="true" className="size-4" />
            ) : (
              <CircleCheck aria-hidden="true" className="size-4" />
            )
          }
        >
          {isCompleted ? texts.markActive : texts.markComplete}
        </Button>
        <Button onClick={on.onManage} icon={<ListOrdered aria-hidden="true" className="size-4" />}>
          {texts.manageSlots}
        </Button>
        <Button
          onClick={on.onAdd}
          icon={<Plus aria-hidden="true" className="size-4.5" />}
          {...offIf(isReadOnly)}
        >
          {texts.addSlot}
        </Button>
        <ByHand id={id} isBusy={isMarking} onFollow={on.onFollow} />
      </div>
    </Card>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1 font-display text-lg font-bold whitespace-nowrap">{children}</dd>
    </div>
  );
}

type ByHandProps = { id: string; isBusy: boolean; onFollow: () => void };

/** A status that an admin has set stands, whatever is opened: that is said, with the way back. */
function ByHand({ id, isBusy, onFollow }: ByHandProps) {
  const { data } = useOverrides();
  if (!data?.[id]?.status) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      {texts.statusWasSetHand(
        <Button size="sm" tone="ghost" busy={isBusy} onClick={onFollow}>
          {texts.letFollowSlots}
        </Button>,
      )}
    </p>
  );
}
