import { Check, Undo2, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { QueryView } from "@/data/QueryView";
import { type Submission, type SubmitFailure, useSubmit } from "@/data/use-submit";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { type Approval, decide } from "../approvals/queries";
import { useKeptFocus } from "../lists/use-kept-focus";
import { Failed } from "./Failed";
import { rereadNames, useDecided, usePending } from "./queries";
import { LoadingPart, Section } from "./Section";
import * as texts from "./texts/en";

/** How long a decided name stays in its place, with the way back. */
const UNDO_MS = 10_000;

type Decision = "approved" | "rejected";

/** Casino names that wait: a press decides, and another one takes it back. */
export function ApprovalsPart() {
  const query = usePending();
  const total = query.data?.total ?? 0;
  return (
    <Section part="approvals" note={total > 0 && total}>
      <QueryView
        query={query}
        what={texts.names}
        loading={<LoadingPart part="approvals" rows={3} />}
        failedAs="notice"
      >
        {({ items }) => <Names waiting={items} total={total} />}
      </QueryView>
      <LastDecisions />
    </Section>
  );
}

const memberOf = ({ username }: Approval) => username ?? texts.deletedMember;

/** A decision that the server refused. */
type Refused = { approval: Approval; failed: SubmitFailure<unknown> };

type NamesProps = { waiting: readonly Approval[]; total: number };

function Names({ waiting, total }: NamesProps) {
  const [decided, setDecided] = useState<readonly Approval[]>([]);
  const [refused, setRefused] = useState<Refused | null>(null);
  const list = useKeptFocus();
  const isHere = new Set(decided.map(({ id }) => id));
  // A name keeps its place for a while, so that no press meets the next one.
  const rows = [...decided, ...waiting.filter(({ id }) => !isHere.has(id))].toSorted(
    (one, other) => Number(one.id) - Number(other.id),
  );
  const drop = (id: string) => setDecided((all) => all.filter((one) => one.id !== id));
  const hidden = total - waiting.length;
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-2 rounded-sm outline-offset-2">
      {rows.length === 0 && <p className="text-sm text-muted">{texts.noneWait}</p>}
      <ul className="flex flex-col divide-y divide-line empty:hidden">
        {rows.map((approval) => (
          <Name
            key={approval.id}
            approval={approval}
            onDecided={(status) => {
              setRefused(null);
              setDecided((all) => [...all, { ...approval, status }]);
            }}
            onRefused={(failed) => setRefused({ approval, failed })}
            onDrop={() => drop(approval.id)}
          />
        ))}
      </ul>
      {/* Another person was first, and the row has gone with the name. */}
      {refused !== null && rows.every(({ id }) => id !== refused.approval.id) && (
        <Failed failed={refused.failed} of={refused.approval.platform_username} />
      )}
      {hidden > 0 && <p className="text-sm text-muted">{texts.more(hidden)}</p>}
    </div>
  );
}

type NameProps = {
  approval: Approval;
  onDecided: (status: Decision) => void;
  onRefused: (failed: SubmitFailure<unknown>) => void;
  /** It leaves its place, or waits again. */
  onDrop: () => void;
};

function Name({ approval, onDecided, onRefused, onDrop }: NameProps) {
  const { id, platform_username: name, status } = approval;
  const isDecided = status !== "pending";
  const row = useRef<HTMLLIElement>(null);
  const decision = useSubmit({
    send: (next: Decision) => decide(id, next, ""),
    onAnswer: (_, next) => {
      // The pressed button has to be gone before the focus is looked for.
      flushSync(() => onDecided(next));
      focusAfter(row.current, next);
    },
    onFailure: (failed) => {
      onRefused(failed);
      focusAfter(row.current, failed.input);
    },
  });
  const undo = useUndo(approval, onDrop);
  useLeaveAfter(isDecided && !undo.isBusy && undo.failed === null, onDrop);
  return (
    <li ref={row} className="flex flex-col gap-2 py-2">
      <div className="flex min-h-11 items-center gap-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm font-semibold">{name}</p>
          <p className="truncate text-xs text-muted">{memberOf(approval)}</p>
        </div>
        {isDecided ? (
          <>
            <Outcome status={status} />
            <UndoDecision approval={approval} undo={undo} />
          </>
        ) : (
          <>
            <Button
              size="sm"
              data-decision="approved"
              aria-label={texts.approve(name, memberOf(approval))}
              title={texts.approve(name, memberOf(approval))}
              busy={decision.running === "approved"}
              disabled={decision.isBusy}
              onClick={() => void decision.submit("approved")}
              icon={<Check aria-hidden="true" className="size-4.5 text-win" />}
            />
            <Button
              size="sm"
              data-decision="rejected"
              aria-label={texts.reject(name, memberOf(approval))}
              title={texts.reject(name, memberOf(approval))}
              busy={decision.running === "rejected"}
              disabled={decision.isBusy}
              onClick={() => void decision.submit("rejected")}
              icon={<X aria-hidden="true" className="size-4.5 text-loss" />}
            />
          </>
        )}
      </div>
      <Failed failed={decision.failed ?? undo.failed} />
    </li>
  );
}

/** The pressed button has gone: the same one of the next name has the focus, or the way back. */
function focusAfter(row: HTMLLIElement | null, pressed: Decision): void {
  setTimeout(() => {
    // A focus that somebody has moved elsewhere stays there.
    const { activeElement } = document;
    if (activeElement?.contains(row) === false) return;
    const rows = [...(row?.parentElement?.children ?? [])];
    // The row itself is the first where the decision has failed.
    const later = row === null ? [] : rows.slice(rows.indexOf(row));
    const buttons = later.map((one) =>
      one.querySelector<HTMLElement>(`[data-decision=${pressed}]`),
    );
    const next = buttons.find((button) => button !== null) ?? row?.querySelector("button");
    next?.focus({ preventScroll: true });
  });
}

function useLeaveAfter(isDecided: boolean, onLeave: () => void): void {
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (!isDecided) return;
    const timer = setTimeout(() => leave.current(), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isDecided]);
}

function Outcome({ status }: { status: string }) {
  const isApproved = status === "approved";
  return (
    <span role="status">
      <Badge tone={isApproved ? "win" : "loss"}>
        {isApproved ? texts.approved : texts.rejected}
      </Badge>
    </span>
  );
}

type Undo = Submission<void, unknown>;

/** Takes a decision back. */
function useUndo({ id }: Approval, onUndone?: () => void): Undo {
  return useSubmit<void, unknown>({
    send: () => decide(id, "pending", ""),
    // The name waits in its place before its decision goes.
    onAnswer: async () => {
      await rereadNames();
      onUndone?.();
    },
  });
}

function UndoDecision({ approval, undo }: { approval: Approval; undo: Undo }) {
  return (
    <Button
      size="sm"
      aria-label={texts.undoDecision(approval.platform_username, memberOf(approval))}
      busy={undo.isBusy}
      onClick={() => void undo.submit()}
      icon={<Undo2 aria-hidden="true" className="size-4" />}
    >
      {texts.undo}
    </Button>
  );
}

function LastDecisions() {
  const query = useDecided();
  return (
    <details className="mt-auto text-sm">
      <summary className="touch-target flex cursor-pointer items-center text-muted hover:text-text">
        {texts.lastDecisions}
      </summary>
      <QueryView
        query={query}
        what={texts.lastDecisions}
        loading={<LoadingPart part="approvals" rows={2} />}
        failedAs="notice"
      >
        {(approvals) =>
          approvals.length === 0 ? (
            <p className="text-muted">{texts.noDecisions}</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {approvals.map((approval) => (
                <Decided key={approval.id} approval={approval} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </details>
  );
}

function Decided({ approval }: { approval: Approval }) {
  const undo = useUndo(approval);
  return (
    <li className="flex flex-col gap-2 py-1.5">
      <div className="flex min-h-11 items-center gap-2">
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{approval.platform_username}</span>
          <span className="block truncate text-xs text-muted">{memberOf(approval)}</span>
        </span>
        <Outcome status={approval.status} />
        <UndoDecision approval={approval} undo={undo} />
      </div>
      <Failed failed={undo.failed} />
    </li>
  );
}
