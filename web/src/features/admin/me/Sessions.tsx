import { useState } from "react";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { formatAge } from "@/ui/format/durations";
import { Message, useMessage } from "@/ui/Message";
import { serverNow } from "@/wire/server-clock";
import type { PanelMe } from "../session/rights";
import { ConfirmDialog } from "../shell/ConfirmDialog";
import { endSession } from "./queries";
import * as texts from "./texts/en";

type Session = PanelMe["sessions"][number];

/** Every browser in which the person is logged in; all but this one can be logged out from here. */
export function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | null>(null);
  const { message, say } = useMessage();
  const order = [...sessions].toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent),
  );
  return (
    <Card className="relative min-w-0 p-5">
      <h2 className="text-lg">{texts.sessions}</h2>
      <p className="mt-1 text-sm text-muted">{texts.sessionsLead}</p>
      <Message message={message} className="mt-4" />
      <ul className="mt-2 divide-y divide-line">
        {order.map((session) => (
          <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {ending !== null && (
        <ConfirmDialog
          title={texts.endTitle}
          text={texts.endText(formatMoment(ending.beganAt))}
          confirm={texts.endSession}
          tone="danger"
          onConfirm={async () => {
            await endSession(ending.id);
            say("success", texts.sessionEnded);
          }}
          onClose={() => setEnding(null)}
        />
      )}
    </Card>
  );
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { beganAt, usedAt, isCurrent } = session;
  const began = formatMoment(beganAt);
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 text-sm">
        <p className="font-semibold">
          {isCurrent ? <Badge tone="win">{texts.thisBrowser}</Badge> : texts.otherBrowser}
        </p>
        <p className="mt-1 text-muted">
          {texts.loggedIn(began)}
          <br />
          {texts.lastUsed(formatAge(usedAt, serverNow()))}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={texts.endSessionOf(began)} onClick={onEnd}>
          {texts.endSession}
        </Button>
      )}
    </li>
  );
}
