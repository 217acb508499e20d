import { cx } from "@/ui/cx";
import { type WinClass, winClass } from "@/ui/win-class";
import { type HuntSlot } from "./model";

/** More bars than this are too thin to be seen on a phone: then it is one bar. */
const BARS_MAX = 80;

const bars: Readonly<Record<WinClass, { height: string; colour: string }>> = {
  mega: { height: "100%", colour: "gold-face" },
  big: { height: "78%", colour: "bg-gold-600" },
  good: { height: "56%", colour: "bg-win" },
  small: { height: "34%", colour: "bg-ink-600" },
};

type StripProps = {
  slots: readonly HuntSlot[];
  /** The slot that was opened last before our eyes. */
  latest: string | null;
  next: HuntSlot | undefined;
};

/** The whole hunt at a glance: a bar for each slot, as high as its win. The words stand beside it. */
export function Strip({ slots, latest, next }: StripProps) {
  if (slots.length > BARS_MAX) return <Progress slots={slots} />;
  return (
    <div aria-hidden="true" className="flex h-14 items-end gap-[3px]">
      {slots.map((slot) => (
        <span key={slot.id} className="flex h-full max-w-28 min-w-0 flex-1 items-end">
          {slot.opened ? (
            <Bar slot={slot} isNew={slot.id === latest} />
          ) : (
            <span
              className={cx(
                "h-2.5 w-full rounded-[3px] border",
                slot.id === next?.id ? "border-gold-400/70 bg-gold-400/14" : "border-line-strong",
              )}
            />
          )}
        </span>
      ))}
    </div>
  );
}

function Bar({ slot: { times }, isNew }: { slot: HuntSlot; isNew: boolean }) {
  const { height, colour } = bars[winClass(times)];
  return (
    <span
      className={cx("w-full origin-bottom rounded-[3px]", colour, isNew && "animate-pop")}
      style={{ height }}
    />
  );
}

function Progress({ slots }: Pick<StripProps, "slots">) {
  const part = slots.filter(({ opened }) => opened).length / slots.length;
  return (
    <div aria-hidden="true" className="well h-3 overflow-hidden rounded-full">
      <div
        className="h-full origin-left rounded-full bg-gold-400 transition-transform duration-300"
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}
