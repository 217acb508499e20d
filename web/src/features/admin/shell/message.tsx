import { CircleAlert, CircleCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { cx } from "@/ui/cx";

/** How long a message stands. */
const MESSAGE_MS = 5_000;

export type Message = {
  text: string;
  tone: "success" | "error";
  /** More about it, on a line of its own. */
  detail?: string | undefined;
};

type Say = (tone: Message["tone"], text: string, detail?: string) => void;

/** What came of an action, for five seconds. A new message takes the place of the old one. */
export function useMessage(): { message: Message | null; say: Say; hush: () => void } {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  const say = useCallback<Say>((tone, text, detail) => setMessage({ tone, text, detail }), []);
  const hush = useCallback(() => setMessage(null), []);
  return { message, say, hush };
}

/**
 * Where a message appears. The place is there before the message, so that it is read out; until then
 * it takes no room.
 */
export function Said({ message, className }: { message: Message | null; className?: string }) {
  const isError = message?.tone === "error";
  return (
    <div className={message === null ? "absolute" : className}>
      <div role="status">{message !== null && !isError && <Line message={message} />}</div>
      <div role="alert">{message !== null && isError && <Line message={message} />}</div>
    </div>
  );
}

function Line({ message: { text, tone, detail } }: { message: Message }) {
  const isError = tone === "error";
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <p
      className={cx(
        "flex animate-fade items-start gap-3 rounded-md border px-4 py-3 text-sm font-medium [overflow-wrap:anywhere]",
        isError ? "border-loss/30 bg-ink-850" : "border-win/30 bg-ink-850",
      )}
    >
      <Icon
        aria-hidden="true"
        className={cx("mt-0.5 size-4.5 shrink-0", isError ? "text-loss" : "text-win")}
      />
      <span className="min-w-0">
        <span>{text}</span>
        {detail !== undefined && <span className="block font-normal text-muted">{detail}</span>}
      </span>
    </p>
  );
}
