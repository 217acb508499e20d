import { Link } from "@tanstack/react-router";
import { Check, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { Button, buttonClass } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Points } from "@/ui/Points";
import type { View } from "./ItemDialog";
import { Line } from "./Line";
import type { Bought } from "./purchase";
import * as texts from "./texts/en";

/** The purchase is made: what it left, and what happens next. */
export function boughtView({ bought, onClose }: { bought: Bought; onClose: () => void }): View {
  return {
    title: texts.purchaseComplete,
    description: bought.message,
    art: (
      <span className="flex size-14 items-center justify-center rounded-full bg-win/12 text-win ring-1 ring-win/30 ring-inset animate-pop">
        <Check aria-hidden="true" className="size-7" strokeWidth={2.5} />
      </span>
    ),
    children: (
      <>
        <dl className="well mt-5 rounded-md px-4 py-1">
          <Line term={texts.paid}>
            <Points amount={bought.purchase.pointsCost} />
          </Line>
          <Line term={texts.newBalance}>
            <Points amount={bought.userPoints} />
          </Line>
          <Line term={texts.status}>
            <span className="inline-flex items-center gap-2">
              <Clock aria-hidden="true" className="size-4 text-muted" />
              {texts.pending}
            </span>
          </Line>
        </dl>
        <h3 className="mt-6 text-base">{texts.whatHappensNext}</h3>
        <ol className="mt-3 flex flex-col text-sm text-muted">
          <Next isNow>{texts.purchasePendingStreamerSees}</Next>
          <Next isLast>{texts.onceHaveMarkedCompleted}</Next>
        </ol>
        <p className="mt-3 text-sm text-muted">{texts.shouldCancelledPointsCome}</p>
      </>
    ),
    actions: (
      <>
        <Link to="/statement" className={buttonClass("quiet")}>
          {texts.statement}
        </Link>
        <Button key="done" tone="gold" onClick={onClose}>
          {texts.done}
        </Button>
      </>
    ),
  };
}

type NextProps = { isNow?: boolean; isLast?: boolean; children: ReactNode };

/** A stop on the line from purchase to possession. */
function Next({ isNow = false, isLast = false, children }: NextProps) {
  return (
    <li className={cx("relative pl-7", !isLast && "pb-3")}>
      {!isLast && (
        <span
          aria-hidden="true"
          className="absolute top-3 -bottom-1.5 left-[6.5px] w-px bg-ink-600"
        />
      )}
      <span
        aria-hidden="true"
        className={cx(
          "absolute top-1 left-0 size-3.5 rounded-full border-2",
          isNow ? "border-win bg-win/25" : "border-ink-600 bg-ink-850",
        )}
      />
      <span className={cx(isNow && "text-text")}>{children}</span>
    </li>
  );
}
