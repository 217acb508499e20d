import { useState } from "react";
import { QueryView } from "@/data/QueryView";
import { reasonOf } from "@/features/wallet/ledger-text";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { formatPoints } from "@/ui/format/numbers";
import type { components } from "@/wire/schema";
import type { Found } from "./queries";
import { useLines } from "./queries";
import { LoadingPart } from "./Section";
import * as texts from "./texts/en";

/** The last changes of a member's points, behind a press: for "Where did my points go?". */
export function MemberLines({ member }: { member: Found }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="min-w-0 text-sm"
    >
      <summary className="touch-target flex cursor-pointer items-center text-muted hover:text-text">
        {texts.linesOf(member.username)}
      </summary>
      {isOpen && <Lines id={member.id} />}
    </details>
  );
}

function Lines({ id }: { id: string }) {
  const query = useLines(id);
  return (
    <QueryView
      query={query}
      what={texts.theLines}
      loading={<LoadingPart part="points" rows={2} />}
      failedAs="notice"
    >
      {(lines) =>
        lines.length === 0 ? (
          <p className="text-muted">{texts.noLines}</p>
        ) : (
          <ul aria-label={texts.lines} className="max-h-56 divide-y divide-line overflow-y-auto">
            {lines.map((line) => (
              <LineRow key={line.seq} line={line} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

function LineRow({ line }: { line: components["schemas"]["LedgerItem"] }) {
  const { amount, createdAt, name, note } = line;
  const about = name ?? note;
  return (
    <li className="flex items-start justify-between gap-3 py-1.5">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="block">{reasonOf(line)}</span>
        {about && (
          <span dir="auto" className="block text-xs text-muted">
            {about}
          </span>
        )}
        <time dateTime={createdAt} className="block text-xs text-muted">
          {formatMoment(createdAt)}
        </time>
      </span>
      <span
        className={cx(
          "shrink-0 font-semibold tabular-nums",
          amount >= 0 ? "text-win" : "text-loss",
        )}
      >
        {amount >= 0 ? "+" : "−"}
        {formatPoints(Math.abs(amount))}
      </span>
    </li>
  );
}
