import { type ReactNode, useState } from "react";
import { cx } from "@/ui/cx";
import { useHiding } from "./private";
import * as texts from "./texts/private.en";

type PrivateProps = {
  /** What it is, such as "email of rory", for those who cannot see the dots. */
  what: string;
  className?: string;
  children: ReactNode;
};

/** An email or an amount that viewers must not see: dots while this browser is on air, shown by a press. */
export function Private({ what, className, children }: PrivateProps) {
  const isHiding = useHiding();
  const [isShown, setShown] = useState(false);
  if (!isHiding) return <>{children}</>;
  const word = isShown ? texts.hideValue(what) : texts.showValue(what);
  return (
    <span className={cx("inline-flex max-w-full items-center gap-1", className)}>
      {isShown && <span className="min-w-0">{children}</span>}
      <button
        type="button"
        aria-label={word}
        title={word}
        onClick={() => setShown(!isShown)}
        className="min-h-6 min-w-6 rounded-sm px-1 text-faint transition-colors hover:bg-ink-800 hover:text-text pointer-coarse:min-h-11"
      >
        <span aria-hidden="true">{isShown ? "×" : "••••"}</span>
      </button>
    </span>
  );
}
