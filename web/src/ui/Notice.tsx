import { CircleAlert, Info } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

type NoticeProps = {
  tone?: "info" | "error";
  children: ReactNode;
  action?: ReactNode;
  className?: string | undefined;
};

/** A message that belongs to the form or panel it stands in. Errors are read out. */
export function Notice({ tone = "info", children, action, className }: NoticeProps) {
  const Icon = tone === "error" ? CircleAlert : Info;
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={cx(
        "flex items-start gap-3 rounded-md border px-4 py-3 text-sm animate-fade",
        tone === "error"
          ? "border-loss/30 bg-loss/8 text-text"
          : "border-line bg-ink-850 text-muted",
        className,
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx("mt-0.5 size-4.5 shrink-0", tone === "error" ? "text-loss" : "text-muted")}
      />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
