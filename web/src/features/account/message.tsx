import { CircleAlert, CircleCheck } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { cx } from "@/ui/cx";

/** How long a message stands. */
const MESSAGE_MS = 3_000;

type Message = { text: string; tone: "success" | "error"; forMs: number };

export type Say = (tone: Message["tone"], text: string, forMs?: number) => void;

/** What came of an action, for a few seconds. A new message takes the place of the old one. */
export function useMessage(): { message: Message | null; say: Say; hush: () => void } {
  const [message, setMessage] = useState<Message | null>(null);

  useEffect(() => {
    if (message === null) return;
    const timer = setTimeout(() => setMessage(null), message.forMs);
    return () => clearTimeout(timer);
  }, [message]);

  const say = useCallback<Say>((tone, text, forMs = MESSAGE_MS) => {
    setMessage({ tone, text, forMs });
  }, []);
  const hush = useCallback(() => setMessage(null), []);
  return { message, say, hush };
}

/**
 * Where a message appears. It is on the page before the message is, so that it is read out; until
 * then it takes no room.
 */
export function Said({ message, className }: { message: Message | null; className?: string }) {
  const isError = message?.tone === "error";
  return (
    <div className={cx("text-sm font-medium", message === null ? "absolute" : className)}>
      <p role="status">
        {message !== null && !isError && (
          <Line>
            <CircleCheck aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-win" />
            <span>{message.text}</span>
          </Line>
        )}
      </p>
      <p role="alert">
        {message !== null && isError && (
          <Line>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-loss" />
            <span>{message.text}</span>
          </Line>
        )}
      </p>
    </div>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <span className="flex animate-fade items-start gap-2 [overflow-wrap:anywhere]">{children}</span>
  );
}
