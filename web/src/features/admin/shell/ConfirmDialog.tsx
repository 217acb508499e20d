import { BadgeInfo, OctagonAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { ChangeFailure } from "./ChangeFailure";
import * as texts from "./texts/en";

const kinds = {
  info: { Icon: BadgeInfo, look: "bg-ink-700 text-text" },
  warning: { Icon: TriangleAlert, look: "bg-gold-400/14 text-gold-300" },
  danger: { Icon: OctagonAlert, look: "bg-loss/14 text-loss" },
} as const;

type ConfirmDialogProps = {
  title: string;
  text: ReactNode;
  /** What the button says that does it. */
  confirm: string;
  /** What the button says that leaves it be. */
  cancel?: string;
  tone?: "gold" | "danger";
  /** What kind of question it is, drawn above the title; most say it well enough without. */
  kind?: keyof typeof kinds;
  children?: ReactNode;
  /** The element that it is drawn in, the body without one. */
  container?: HTMLElement | undefined;
  /** Does it. What it throws is shown, and the dialog stays open for another try. */
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
};

/** Asks before something is done that others will notice. Drawn only while it is open. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  cancel = texts.cancel,
  tone = "gold",
  kind,
  children,
  container,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { failed, isBusy, submit } = useSubmit<void, void>({
    send: async () => onConfirm(),
    onAnswer: onClose,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={title}
      description={text}
      {...(container !== undefined && { container })}
      {...(kind !== undefined && { art: <Kind kind={kind} /> })}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {cancel}
          </Button>
          <Button tone={tone} busy={isBusy} onClick={() => void submit()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {failed !== null && !isBusy && (
        <Notice tone="error" className="mt-5">
          <ChangeFailure failure={failed.failure} />
        </Notice>
      )}
    </Dialog>
  );
}

function Kind({ kind }: { kind: keyof typeof kinds }) {
  const { Icon, look } = kinds[kind];
  return (
    <span className={cx("inline-flex size-12 items-center justify-center rounded-full", look)}>
      <Icon aria-hidden="true" className="size-6" />
    </span>
  );
}
