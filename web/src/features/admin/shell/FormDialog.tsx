import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { useUnsavedChanges } from "../session/unsaved";
import * as texts from "./texts/en";

type FormDialogProps = {
  title: string;
  description?: string;
  /** Something has been typed that would be lost. */
  isDirty: boolean;
  /** It is being saved: it stays until there is an answer. */
  isBusy?: boolean;
  onClose: () => void;
  /** The form. Its Cancel leaves as Escape does. */
  children: (leave: () => void) => ReactNode;
};

/** A form over the page. Whoever leaves it by any way is asked before what was typed is thrown away. */
export function FormDialog({
  title,
  description,
  isDirty,
  isBusy = false,
  onClose,
  children,
}: FormDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const left = useRef<Element | null>(null);
  useUnsavedChanges(isDirty);
  // Before the browser draws: what is hidden by then has lost the focus.
  useLayoutEffect(() => {
    if (isAsking) {
      left.current = document.activeElement;
      keep.current?.focus();
    } else if (left.current instanceof HTMLElement) left.current.focus();
  }, [isAsking]);
  const back = () => setAsking(false);
  const leave = () => {
    if (isBusy) return;
    if (isAsking) back();
    else if (isDirty) setAsking(true);
    else onClose();
  };
  return (
    <Dialog
      open
      wide={!isAsking}
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      title={isAsking ? texts.discardTitle : title}
      {...(description !== undefined && { description })}
      {...(isAsking && { description: texts.discardText })}
      {...(isAsking && {
        actions: (
          <>
            <Button tone="danger" onClick={onClose}>
              {texts.discard}
            </Button>
            <Button ref={keep} onClick={back}>
              {texts.keepEditing}
            </Button>
          </>
        ),
      })}
    >
      <div hidden={isAsking}>{children(leave)}</div>
    </Dialog>
  );
}
