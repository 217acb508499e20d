import { Link } from "@tanstack/react-router";
import { formatMoment } from "@/ui/format/dates";
import { Notice } from "@/ui/Notice";
import { useMay } from "../session/rights";
import { useChatEnd } from "./chat-connection";
import * as texts from "./texts/chat-end.en";

/** Says that Kick refuses the connected channel, and who connects it again. */
export function ChatEndNotice() {
  const endedAt = useChatEnd();
  const mayConnect = useMay("services", "change");
  if (endedAt === null) return null;
  return (
    <Notice tone="error">
      <p className="font-semibold">{texts.title}</p>
      <p className="mt-1">
        {texts.text(formatMoment(endedAt))}{" "}
        {mayConnect ? (
          <Link to="/admin/chat" className="underline">
            {texts.connect}
          </Link>
        ) : (
          texts.askOwner
        )}
      </p>
    </Notice>
  );
}
