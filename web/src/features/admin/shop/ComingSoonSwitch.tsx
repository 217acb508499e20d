import { useSubmit } from "@/data/use-submit";
import { cx } from "@/ui/cx";
import { Skeleton } from "@/ui/Skeleton";
import { failureTexts } from "../shell/failure-texts";
import { setComingSoon, useComingSoon } from "./queries";
import * as texts from "./texts/en";

type ComingSoonSwitchProps = {
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

/** The overlay over the members' shop. It is on while nobody knows better. */
export function ComingSoonSwitch({ onDone, onFailed }: ComingSoonSwitchProps) {
  const { data, isError } = useComingSoon();
  const { isBusy, submit } = useSubmit({
    send: setComingSoon,
    onAnswer: (_, on) => onDone(on ? texts.comingSoonEnabled : texts.comingSoonDisabled),
    onFailure: ({ failure }) =>
      onFailed(texts.failedUpdateComingSoon, failureTexts(failure).join(" ")),
  });
  if (data === undefined && !isError) return <Skeleton className="h-11 w-44 rounded-md" />;
  const isOn = data ?? true;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={texts.comingSoon}
      aria-busy={isBusy}
      title={isOn ? texts.membersSeeOverlayCannot : texts.shopOpenMembers}
      onClick={() => void submit(!isOn)}
      className="well inline-flex min-h-11 items-center gap-3 rounded-md px-4 text-sm font-semibold transition-colors hover:border-line-strong"
    >
      {texts.comingSoonText(
        <span
          className={cx(
            "inline-flex h-6 w-11 items-center justify-center rounded-full text-xs font-bold transition-colors",
            isOn ? "bg-text text-ink-950" : "bg-ink-700 text-muted",
          )}
        >
          {isOn ? texts.on : texts.off}
        </span>,
      )}
    </button>
  );
}
