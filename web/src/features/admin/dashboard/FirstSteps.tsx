import { Link, type LinkProps } from "@tanstack/react-router";
import { Circle, CircleCheck } from "lucide-react";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { type FirstStep, useFirstSteps } from "../status/first-steps";
import * as texts from "./texts/first-steps.en";

/** Where each step is done. */
const places = {
  public_address: { to: "/admin/settings/$section", params: { section: "place" } },
  email: { to: "/admin/settings/$section", params: { section: "mail" } },
  overlay: { to: "/admin/overlay" },
  chat: { to: "/admin/chat" },
  giveaway: { to: "/admin/giveaways" },
} as const satisfies Record<FirstStep["id"], Pick<LinkProps, "to" | "params">>;

/**
 * The steps that a new site still lacks, until all are done. Shows nothing while they are unknown: the
 * dashboard doesn't depend on them.
 */
export function FirstSteps() {
  const steps = useFirstSteps().data?.steps ?? [];
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <Card>
      <section aria-labelledby="first-steps" className="p-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id="first-steps" className="text-lg">
            {texts.firstSteps}
          </h2>
          <p className="text-sm font-semibold text-muted">{texts.doneOf(done, steps.length)}</p>
        </div>
        <p className="mt-1 text-sm text-muted">{texts.lead}</p>
        <ol className="mt-3 divide-y divide-line">
          {steps.map((step) => (
            <Step key={step.id} step={step} />
          ))}
        </ol>
      </section>
    </Card>
  );
}

function Step({ step: { id, done } }: { step: FirstStep }) {
  const { title, why, action } = texts.steps[id];
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3 last:pb-0">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Icon
          aria-hidden="true"
          className={cx("mt-0.5 size-5 shrink-0", done ? "text-win" : "text-faint")}
        />
        <div className="min-w-0">
          <p className={cx("font-semibold", done && "text-muted")}>
            <span className="sr-only">{done ? texts.isDone : texts.isOpen}</span>
            {title}
          </p>
          {!done && <p className="mt-0.5 text-sm text-muted">{why}</p>}
        </div>
      </div>
      {!done && (
        <Link {...places[id]} className={cx(buttonClass("quiet", "sm"), "max-sm:ml-8")}>
          {action}
        </Link>
      )}
    </li>
  );
}
