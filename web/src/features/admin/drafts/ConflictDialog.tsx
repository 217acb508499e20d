import { type ReactNode, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { type Difference, differencesOf, isReordered, type Live, type Named } from "./model";
import type { DraftList } from "./publish";

type ConflictDialogProps<Entry> = {
  list: DraftList<Entry>;
  live: Live<Entry>;
  entries: readonly Entry[];
  /** "challenges" or "items". */
  noun: string;
  onClose: () => void;
  /** Publishes the draft over what is shown as live. */
  onOverwrite: (over: Live<Entry>) => Promise<void>;
  /** Gives the draft up for what is live, after another question. */
  onTakeLive: () => void;
};

/** Somebody else has published since the draft was begun: shows both, and lets choose. */
export function ConflictDialog<Entry extends Named>({
  list,
  live,
  entries,
  noun,
  onClose,
  onOverwrite,
  onTakeLive,
}: ConflictDialogProps<Entry>) {
  const [busy, setBusy] = useState(false);
  const differences = differencesOf(list.traits, live.entries, entries);
  const hasOrder = isReordered(live.entries, entries);
  const overwrite = async () => {
    setBusy(true);
    try {
      await onOverwrite(live);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title="Somebody else has published"
      description={`The ${noun} have changed since you began your draft. Your draft is kept: choose which list is live.`}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            Keep editing
          </Button>
          <Button onClick={onTakeLive} disabled={busy}>
            Take what is live
          </Button>
          <Button tone="danger" busy={busy} onClick={() => void overwrite()}>
            Publish my draft over it
          </Button>
        </>
      }
    >
      {/* Long lists scroll by themselves, so the buttons stay in sight; keys reach them, too. */}
      <section
        aria-label="Differences"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="well relative mt-5 max-h-[44dvh] min-h-0 overflow-auto rounded-md"
      >
        <table className="w-full min-w-[30rem] table-fixed border-collapse text-left text-sm">
          <thead className="sticky top-0 bg-ink-900 text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="w-1/4 px-4 py-2.5 font-medium">
                What
              </th>
              <th scope="col" className="px-4 py-2.5 font-medium">
                Live now ({live.entries.length})
              </th>
              <th scope="col" className="px-4 py-2.5 font-medium">
                Your draft ({entries.length})
              </th>
            </tr>
          </thead>
          {differences.map((difference) => (
            <DifferenceRows key={`${difference.kind} ${difference.id}`} difference={difference} />
          ))}
          {hasOrder && (
            <tbody>
              <Row what="Order" live={titles(live.entries)} draft={titles(entries)} />
            </tbody>
          )}
        </table>
        {differences.length === 0 && !hasOrder && (
          <p className="px-4 py-6 text-center text-sm text-muted">Both say the same.</p>
        )}
      </section>
    </Dialog>
  );
}

function titles(entries: readonly Named[]): string {
  return entries.map(({ title }) => title).join(", ");
}

function DifferenceRows({ difference }: { difference: Difference }) {
  const { title, kind, traits } = difference;
  return (
    <tbody className="border-b border-line last:border-b-0">
      <tr>
        <th
          scope="rowgroup"
          colSpan={3}
          className="px-4 pt-3 pb-1.5 font-semibold [overflow-wrap:anywhere]"
        >
          {title === "" ? "Without a title" : title}
        </th>
      </tr>
      {kind === "only-live" && <Row what="Entry" live={title} draft={null} />}
      {kind === "only-draft" && <Row what="Entry" live={null} draft={title} />}
      {traits.map(({ label, live, draft }) => (
        <Row key={label} what={label} live={live} draft={draft} />
      ))}
    </tbody>
  );
}

type RowProps = { what: string; live: string | null; draft: string | null };

function Row({ what, live, draft }: RowProps) {
  return (
    <tr className="align-top">
      <th scope="row" className="px-4 py-2 font-normal text-muted">
        {what}
      </th>
      <td className="px-4 py-2 [overflow-wrap:anywhere]">
        <Said text={live} />
      </td>
      <td className="px-4 py-2 [overflow-wrap:anywhere]">
        <Said text={draft} />
      </td>
    </tr>
  );
}

function Said({ text }: { text: string | null }): ReactNode {
  if (text === null) return <span className="text-faint">Not in this list</span>;
  return text === "" ? <span className="text-faint">Empty</span> : text;
}
