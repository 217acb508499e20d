import { cx } from "@/ui/cx";
import { UNKNOWN_CHANGE, UNKNOWN_OUTCOME } from "@/wire/submit";

/**
 * Shown with a failure whose outcome is unknown.
 * @param isRepeatable the request has an idempotency key, so that a second try changes nothing twice.
 */
export function UnknownOutcome({
  isRepeatable = true,
  className,
}: {
  isRepeatable?: boolean;
  className?: string;
}) {
  return (
    <p className={cx("text-sm text-muted", className)}>
      {isRepeatable ? UNKNOWN_OUTCOME : UNKNOWN_CHANGE}
    </p>
  );
}
