import { Eye, EyeOff } from "lucide-react";
import { cx } from "@/ui/cx";
import { setHiding, useHiding } from "./private";
import { sidebarRow, sidebarRowAtRest } from "./sidebar-row";
import * as texts from "./texts/private.en";

/** Hides what viewers of a stream must not see, in all windows of this browser. */
export function HidingSwitch({ place }: { place: "sidebar" | "bar" }) {
  const isOn = useHiding();
  const Icon = isOn ? EyeOff : Eye;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={texts.hidePrivate}
      title={texts.hidePrivateHint}
      onClick={() => setHiding(!isOn)}
      className={cx(
        place === "sidebar"
          ? sidebarRow
          : "ml-auto inline-flex min-h-11 items-center gap-2 rounded-md border px-3 text-left text-sm font-medium",
        isOn ? "border-line-strong bg-ink-700 text-text" : cx("border-line", sidebarRowAtRest),
      )}
    >
      <Icon aria-hidden="true" className="size-4.5 shrink-0" />
      <span aria-hidden="true" className="min-w-0 flex-1">
        {texts.hidePrivate}
      </span>
      <span aria-hidden="true" className="shrink-0 text-xs font-bold">
        {isOn ? texts.on : texts.off}
      </span>
    </button>
  );
}
