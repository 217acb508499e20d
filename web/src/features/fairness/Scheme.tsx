import {
  Check,
  CircleAlert,
  Dices,
  Eye,
  Hash,
  ListStart,
  type LucideIcon,
  UserPen,
} from "lucide-react";
import type { ReactNode } from "react";
import * as texts from "./texts/en";

type StepProps = { icon: LucideIcon; title: string; children: ReactNode };

/** The five steps from the promise to the check. */
export function Scheme() {
  return (
    <ol className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 xl:grid-cols-5">
      <Step icon={Hash} title={texts.commit}>
        {texts.commitText}
      </Step>
      <Step icon={UserPen} title={texts.mix}>
        {texts.mixText}
      </Step>
      <Step icon={ListStart} title={texts.count}>
        {texts.countText}
      </Step>
      <Step icon={Dices} title={texts.draw}>
        {texts.drawText}
      </Step>
      <Step icon={Eye} title={texts.reveal}>
        {texts.revealText}
      </Step>
    </ol>
  );
}

function Step({ icon: Icon, title, children }: StepProps) {
  return (
    <li className="bg-ink-900 p-5 sm:p-6 sm:last:col-span-full xl:last:col-span-1">
      <Icon aria-hidden="true" className="size-6 text-muted" strokeWidth={1.75} />
      <h3 className="mt-4 text-base">{title}</h3>
      <p className="mt-1.5 text-sm text-muted">{children}</p>
    </li>
  );
}

/** What follows from a matching round, and what does not. */
export function Limits() {
  return (
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2">
      <List title={texts.proves} icon={Check} tone="text-win" items={texts.proven} />
      <List
        title={texts.doesNotProve}
        icon={CircleAlert}
        tone="text-muted"
        items={texts.unproven}
      />
    </div>
  );
}

type ListProps = { title: string; icon: LucideIcon; tone: string; items: readonly string[] };

function List({ title, icon: Icon, tone, items }: ListProps) {
  return (
    <div>
      <h3 className="text-base">{title}</h3>
      <ul className="mt-3 flex flex-col gap-3 text-muted">
        {items.map((item) => (
          <li key={item} className="grid grid-cols-[1.25rem_1fr] gap-x-3">
            <Icon aria-hidden="true" className={`mt-1 size-4.5 ${tone}`} />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
