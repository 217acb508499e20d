import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight, Circle, CircleCheck } from "lucide-react";
import { useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button, buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { Notice } from "@/ui/Notice";
import { type Area, useMay } from "../session/rights";
import { ChangeFailure } from "../shell/ChangeFailure";
import { type FirstStep, useFirstSteps } from "../status/first-steps";
import { hideStep } from "./hide-step";
import * as texts from "./texts/first-steps.en";

/** Where each step is done. */
const places = {
  public_address: { to: "/admin/settings/$section", params: { section: "place" } },
  email: { to: "/admin/settings/$section", params: { section: "mail" } },
  backup_elsewhere: { to: "/admin/health", hash: "backup-copies" },
  key_copy: { to: "/docs/$document", params: { document: "backup" }, hash: "the-key" },
  overlay: { to: "/admin/overlay" },
  chat: { to: "/admin/chat" },
  giveaway: { to: "/admin/giveaways" },
} as const satisfies Record<FirstStep["id"], Pick<LinkProps, "to" | "params" | "hash">>;

/** The right that each step needs. */
const areas: Record<FirstStep["id"], Area> = {
  public_address: "services",
  email: "services",
  backup_elsewhere: "backups",
  key_copy: "backups",
  overlay: "own",
  chat: "services",
  giveaway: "giveaways",
};

/**
 * The steps that a new site still lacks, until all are done or hidden. Shows nothing while they are unknown: the
 * dashboard doesn't depend on them.
 */
export function FirstSteps() {
  const all = useFirstSteps().data?.steps ?? [];
  const steps = all.filter((step) => step.done || !step.hidden);
  const hidden = all.filter((step) => step.hidden && !step.done);
  const done = steps.filter((step) => step.done).length;
  const place = useRef<HTMLElement>(null);
  const { failed, isBusy, submit } = useSubmit({
    send: ({ id, isHidden }: { id: FirstStep["id"]; isHidden: boolean }) => hideStep(id, isHidden),
    // The button that was pressed is gone.
    onAnswer: () => place.current?.focus(),
  });
  if (done === steps.length && hidden.length === 0) return null;
  return (
    <Card>
      <section
        ref={place}
        tabIndex={-1}
        aria-labelledby="first-steps"
        className="flex flex-col gap-3 rounded-lg p-5"
      >
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="first-steps" className="text-lg">
              {texts.firstSteps}
            </h2>
            {steps.length > 0 && (
              <p className="text-sm font-semibold text-muted">{texts.doneOf(done, steps.length)}</p>
            )}
          </div>
          {done < steps.length && <p className="mt-1 text-sm text-muted">{texts.lead}</p>}
        </div>
        {done < steps.length && (
          <ol className="divide-y divide-line">
            {steps.map((step) => (
              <Step
                key={step.id}
                step={step}
                isBusy={isBusy}
                onHide={() => void submit({ id: step.id, isHidden: true })}
              />
            ))}
          </ol>
        )}
        {hidden.length > 0 && (
          <HiddenSteps
            steps={hidden}
            isBusy={isBusy}
            onShow={(id) => void submit({ id, isHidden: false })}
          />
        )}
        {failed !== null && !isBusy && (
          <Notice tone="error">
            <ChangeFailure failure={failed.failure} />
          </Notice>
        )}
      </section>
    </Card>
  );
}

type StepProps = { step: FirstStep; isBusy: boolean; onHide: () => void };

function Step({ step: { id, done }, isBusy, onHide }: StepProps) {
  const { title, why, action } = texts.steps[id];
  const mayTake = useMay(areas[id], "change");
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
      {!done && mayTake && (
        <div className="flex gap-2 max-sm:ml-8">
          <Link {...places[id]} className={buttonClass("quiet", "sm")}>
            {action}
          </Link>
          <Button
            size="sm"
            tone="ghost"
            disabled={isBusy}
            aria-label={texts.hideStep(title)}
            onClick={onHide}
          >
            {texts.hide}
          </Button>
        </div>
      )}
    </li>
  );
}

type HiddenProps = {
  steps: readonly FirstStep[];
  isBusy: boolean;
  onShow: (id: FirstStep["id"]) => void;
};

function HiddenSteps({ steps, isBusy, onShow }: HiddenProps) {
  return (
    <details className="group/hidden">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-sm text-muted [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 transition-transform group-open/hidden:rotate-90"
        />
        {texts.hiddenCount(steps.length)}
      </summary>
      <ul>
        {steps.map(({ id }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 pl-6">
            <span className="text-sm">{texts.steps[id].title}</span>
            <Button
              size="sm"
              tone="ghost"
              disabled={isBusy}
              aria-label={texts.showStep(texts.steps[id].title)}
              onClick={() => onShow(id)}
            >
              {texts.show}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
