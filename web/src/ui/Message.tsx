import { CircleAlert, CircleCheck } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { cx } from "./cx";

/** How long a success is shown. */
const MESSAGE_MS = 5_000;
/** The same for a few words beside the button that was pressed. */
export const BRIEF_MESSAGE_MS = 3_000;

export type MessageContent = {
  text: string;
  tone: "success" | "error";
  /** More about it, on a line of its own. */
  detail?: string | undefined;
};

export type Say = (tone: MessageContent["tone"], text: string, detail?: string) => void;

/**
 * The result of an action. A success is shown for some seconds, an error until the next action, because
 * what went wrong has to be read and some outcomes stay unknown. A new message replaces the old one.
 */
export function useMessage(forMs = MESSAGE_MS): {
  message: MessageContent | null;
  say: Say;
  hush: () => void;
} {
  const [message, setMessage] = useState<MessageContent | null>(null);
  useEffect(() => {
    if (message?.tone !== "success") return;
    const timer = setTimeout(() => setMessage(null), forMs);
    return () => clearTimeout(timer);
  }, [message, forMs]);
  const say = useCallback<Say>((tone, text, detail) => setMessage({ tone, text, detail }), []);
  const hush = useCallback(() => setMessage(null), []);
  return { message, say, hush };
}

type MessageProps = {
  message: MessageContent | null;
  /** Without a frame, where it shares a row with a button or is part of a card. */
  isBare?: boolean;
  className?: string;
};

/**
 * Where the result of an action appears: inline, where the person looks. A toast (`toast.tsx`) is for
 * when what was acted on is gone from the screen.
 *
 * The place is on the page before the message, so that screen readers announce the message; until then
 * it takes no room.
 */
export function Message({ message, isBare = false, className }: MessageProps) {
  const line = message !== null && <Line message={message} isBare={isBare} />;
  const isError = message?.tone === "error";
  return (
    <div className={message === null ? "absolute" : className}>
      <div role="status">{!isError && line}</div>
      <div role="alert">{isError && line}</div>
    </div>
  );
}

type LineProps = { message: MessageContent; isBare: boolean };

function Line({ message: { text, tone, detail }, isBare }: LineProps) {
  const isError = tone === "error";
  const Icon = isError ? CircleAlert : CircleCheck;
  return (
    <p
      className={cx(
        "flex animate-fade items-start text-sm font-medium [overflow-wrap:anywhere]",
        isBare ? "gap-2" : "gap-3 rounded-md border bg-ink-850 px-4 py-3",
        !isBare && (isError ? "border-loss/30" : "border-win/30"),
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
