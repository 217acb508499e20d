import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/PageState";
import type { ApprovalTab } from "./ApprovalsPage";
import { ApproveDialog, RejectDialog } from "./DecisionDialogs";
import type { Approval } from "./queries";

const empty: Readonly<Record<ApprovalTab, { title: string; text: string }>> = {
  pending: {
    title: "Nobody is waiting",
    text: "New requests appear here by themselves.",
  },
  approved: { title: "No approved names", text: "Names you approve are listed here." },
  rejected: { title: "No rejected names", text: "Names you reject are listed here." },
};

type Open = { kind: "approve" | "reject"; approval: Approval };

/** The requests of one state, newest first. */
export function ApprovalList({
  tab,
  approvals,
}: {
  tab: ApprovalTab;
  approvals: readonly Approval[];
}) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const list = useKeptFocus(approvals);
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {approvals.length === 0 ? (
        <Card>
          <EmptyState art={<EmptyRows />} title={empty[tab].title}>
            <p>{empty[tab].text}</p>
          </EmptyState>
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {approvals.map((approval) => (
            <li key={approval.id}>
              <ApprovalRow
                approval={approval}
                onApprove={() => setOpen({ kind: "approve", approval })}
                onReject={() => setOpen({ kind: "reject", approval })}
              />
            </li>
          ))}
        </ul>
      )}
      {open?.kind === "approve" && <ApproveDialog approval={open.approval} onClose={close} />}
      {open?.kind === "reject" && <RejectDialog approval={open.approval} onClose={close} />}
    </div>
  );
}

/** A row that has been decided goes, and its button with it: the list then holds the focus. */
function useKeptFocus(approvals: readonly Approval[]) {
  const list = useRef<HTMLDivElement>(null);
  const length = useRef(approvals.length);
  useEffect(() => {
    const isShorter = approvals.length < length.current;
    length.current = approvals.length;
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.id === "main";
    if (isShorter && isLost) list.current?.focus();
  }, [approvals]);
  return list;
}

type ApprovalRowProps = { approval: Approval; onApprove: () => void; onReject: () => void };

/** Buttons stand only on what waits. */
function ApprovalRow({ approval, onApprove, onReject }: ApprovalRowProps) {
  const { username, platform, platform_username: name, adminNote } = approval;
  const member = username ?? "A member who has left";
  const isPending = approval.status === "pending";
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <dl
        className={cx(
          "grid min-w-0 flex-1 basis-md grid-cols-2 gap-x-6 gap-y-3",
          isPending
            ? "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_10rem]"
            : "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_10rem_10rem]",
        )}
      >
        <Fact label="Member">
          <span className="font-semibold">{member}</span>
        </Fact>
        <Fact label="Name">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold break-all">{name}</span>
            <Badge>{platform}</Badge>
          </span>
        </Fact>
        <Fact label="Submitted">
          <Moment at={approval.createdAt} />
        </Fact>
        {approval.decidedAt !== null && (
          <Fact label="Processed">
            <Moment at={approval.decidedAt} />
          </Fact>
        )}
        {adminNote !== "" && (
          <Fact label="Note" isWide>
            {adminNote}
          </Fact>
        )}
      </dl>
      {isPending && (
        <div className="flex gap-3">
          <Button
            aria-label={`Approve ${name} of ${member}`}
            icon={<Check aria-hidden="true" className="size-4 text-win" />}
            onClick={onApprove}
          >
            Approve
          </Button>
          <Button
            aria-label={`Reject ${name} of ${member}`}
            icon={<X aria-hidden="true" className="size-4 text-loss" />}
            onClick={onReject}
          >
            Reject
          </Button>
        </div>
      )}
    </Card>
  );
}

type FactProps = { label: string; isWide?: boolean; children: ReactNode };

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? "col-span-full" : "min-w-0"}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm">{children}</dd>
    </div>
  );
}

const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

function Moment({ at }: { at: string }) {
  const when = new Date(at);
  return <time dateTime={at}>{Number.isNaN(when.getTime()) ? at : moment.format(when)}</time>;
}
