import {
  Check,
  CircleAlert,
  Dices,
  Eye,
  Hash,
  ListOrdered,
  type LucideIcon,
  UserPen,
} from "lucide-react";
import type { ReactNode } from "react";

type StepProps = { icon: LucideIcon; title: string; children: ReactNode };

/** The five steps from the promise to the check. */
export function Scheme() {
  return (
    <ol className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-2 xl:grid-cols-5">
      <Step icon={Hash} title="We commit">
        The server picks a secret seed of 32 random bytes and shows its SHA-256 hash. From then on
        another seed would not fit the hash.
      </Step>
      <Step icon={UserPen} title="You mix">
        You choose a client seed. The hash of the server's next seed is public by then, so no seed
        can be fitted to your choice.
      </Step>
      <Step icon={ListOrdered} title="We count">
        The nonce runs 0, 1, 2 over all your games with a pair. No round can be skipped or played
        twice unseen.
      </Step>
      <Step icon={Dices} title="We draw">
        HMAC-SHA256 makes words of 32 bits from seeds and nonce. A word that would favour an outcome
        is thrown away, so the odds are exact.
      </Step>
      <Step icon={Eye} title="We reveal">
        When you change the pair, the old server seed is shown. Hash it, recompute your rounds, and
        see that nothing was touched.
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
      <List title="It proves" icon={Check} tone="text-win" items={proven} />
      <List title="It does not prove" icon={CircleAlert} tone="text-muted" items={unproven} />
    </div>
  );
}

const proven = [
  "The server could not choose the result after it saw your bet or your seed.",
  "No round was left out, repeated, or played by other rules than the published ones.",
  "The odds were those of the table that the round names by its hash, whatever has changed since.",
];

const unproven = [
  "That you will win. Every table keeps a small part; the odds below say how much.",
  "Anything about a round whose seed is still secret. Change your pair now and then, and check.",
  "In a giveaway: that nobody who held the secret seed added a last entry or chose the moment of an early end. So no screen shows the seed before the end, and an early end is recorded in public.",
];

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
