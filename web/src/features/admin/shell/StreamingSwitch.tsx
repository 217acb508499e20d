import { Eye, EyeOff } from "lucide-react";
import { cx } from "@/ui/cx";
import { setStreaming, useStreaming } from "./private";
import * as texts from "./texts/private.en";

/** Hides what viewers must not see, in all windows of this browser. */
export function StreamingSwitch({ isSmall = false }: { isSmall?: boolean }) {
  const isOn = useStreaming();
  const Icon = isOn ? EyeOff : Eye;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={texts.streaming}
      title={texts.streamingHint}
      onClick={() => setStreaming(!isOn)}
      className={cx(
        "inline-flex shrink-0 items-center justify-center gap-2 rounded-md border text-sm font-semibold transition-colors",
        isSmall ? "size-9 pointer-coarse:size-11" : "touch-target px-3",
        isOn ? "border-line-strong bg-ink-700 text-text" : "border-line text-muted hover:text-text",
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {!isSmall && (
        <span aria-hidden="true">
          {texts.streaming}{" "}
          <span className="text-xs font-medium text-muted">
            {isOn ? texts.valuesHidden : texts.valuesShown}
          </span>
        </span>
      )}
    </button>
  );
}
