import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { formatAge } from "@/ui/format/durations";
import { Message, useMessage } from "@/ui/Message";
import { answer } from "@/wire/http";
import { serverNow } from "@/wire/server-clock";
import { type Account, reread, type SignIn } from "./queries";
import * as texts from "./texts/en";

type Session = SignIn["sessions"][number];

/** Every browser in which the account is logged in; all but this one can be logged out from here. */
export function SessionsCard({
  account,
  sessions,
}: {
  account: Account;
  sessions: readonly Session[];
}) {
  const [ending, setEnding] = useState<Session | null>(null);
  const { message, say } = useMessage();
  const order = [...sessions].toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent),
  );
  return (
    <Card className="relative min-w-0 p-5 sm:p-6">
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
          tone="danger"
          title={texts.endTitle}
          text={texts.endText(formatMoment(ending.beganAt))}
          confirm={texts.endSession}
          onConfirm={async () => {
            const params = { path: { id: ending.id } };
            try {
              await answer(account.calls.DELETE("/api/sign-in/sessions/{id}", { params }));
            } finally {
              // After a refusal it may have ended by itself.
              await reread(account);
            }
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
  const device = session.device || texts.unknownDevice;
  const began = formatMoment(beganAt);
  return (
    <li className="flex min-h-18 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {isCurrent && <Badge tone="win">{texts.thisBrowser}</Badge>}
        </p>
        <p className="mt-1 text-muted">
          {texts.loggedIn(began)}
          <br />
          {texts.lastUsed(formatAge(usedAt, serverNow()))}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" aria-label={texts.endSessionOf(device, began)} onClick={onEnd}>
          {texts.endSession}
        </Button>
      )}
    </li>
  );
}
