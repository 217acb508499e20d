import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { cx } from "./cx";
import * as texts from "./texts/en";

type CopyButtonProps = {
  text: string;
  /** What is copied, for the label: "Copy server seed". */
  what: string;
  /** Shows the word beside the icon. */
  labelled?: boolean;
  /** Says what came of it in the owner's words; the button itself is silent then. */
  onOutcome?: (outcome: "copied" | "failed") => void;
};

/** Puts a text on the clipboard and says so for two seconds. */
export function CopyButton({ text, what, labelled = false, onOutcome }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"none" | "copied" | "failed">("none");

  useEffect(() => {
    if (outcome === "none") return;
    const timer = setTimeout(() => setOutcome("none"), 2_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const tell = (next: "copied" | "failed") => {
    setOutcome(next);
    onOutcome?.(next);
  };
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={texts.copy(what)}
        onClick={() => {
          copyText(text).then(
            () => tell("copied"),
            () => tell("failed"),
          );
        }}
        className={cx(
          "inline-flex h-11 shrink-0 items-center justify-center gap-2 rounded-md text-sm font-medium transition-colors hover:bg-ink-800",
          labelled ? "px-3" : "w-11",
          outcome === "copied" ? "text-win" : "text-muted hover:text-text",
        )}
      >
        <Icon aria-hidden="true" className="size-4.5" />
        {labelled && (outcome === "copied" ? texts.copied : texts.copyText)}
      </button>
      {onOutcome === undefined && (
        <span role="status" className="sr-only">
          {outcome === "copied" && texts.copiedText(what)}
          {outcome === "failed" && texts.couldNotCopySelect(what)}
        </span>
      )}
    </>
  );
}

/** The clipboard needs https; on plain http the old way through a selection still works. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed";
  area.style.opacity = "0";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (!copied) throw new Error("The browser refused to copy.");
}
