import { Check, ExternalLink, Radio, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { useKickVisit } from "@/features/session/kick-visit";
import { Ago } from "@/ui/Ago";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { formatMoment } from "@/ui/format/dates";
import { Message, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
import { type ChatStanding, type ConnectedChannel, disconnect, startConnect } from "./queries";
import * as texts from "./texts/en";
import { scopes } from "./words";

/** The site knows its app, but no channel yet. */
export function Connect() {
  return (
    <Card className="relative p-5 sm:p-6">
      <h2 className="text-lg">{texts.notConnected}</h2>
      <p className="mt-1 text-sm text-muted">{texts.kickAsksWhetherSite}</p>
      <ul className="mt-4 flex flex-col gap-2 text-sm">
        {scopes.map(({ name, text }) => (
          <li key={name} className="flex items-center gap-2.5">
            <Check aria-hidden="true" className="size-4 shrink-0 text-win" />
            <span>{texts.itMay(text, <span className="font-mono text-muted">{name}</span>)}</span>
          </li>
        ))}
      </ul>
      <ConnectButton label={texts.connectKick} />
    </Card>
  );
}

function ConnectButton({ label }: { label: string }) {
  const { message, say, hush } = useMessage();
  const { isLeaving, leave } = useKickVisit(startConnect, (thrown) =>
    say("error", asFailure(thrown).message),
  );
  return (
    <div className="mt-5 flex flex-col items-start gap-4">
      <Button
        tone="gold"
        busy={isLeaving}
        onClick={() => {
          hush();
          leave();
        }}
        icon={<ExternalLink aria-hidden="true" className="size-4" />}
      >
        {isLeaving ? texts.openingKick : label}
      </Button>
      <Message message={message} />
    </div>
  );
}

type ConnectedProps = {
  connection: ConnectedChannel;
  /** Why the tokens of the channel could not be renewed. */
  error: string | null;
  live: ChatStanding["live"];
  now: string;
  onDisconnected: () => void;
};

/** The channel that the site speaks for, and the way out. */
export function Connected({ connection, error, live, now, onDisconnected }: ConnectedProps) {
  const [isAsking, setAsking] = useState(false);
  const missing = scopes.filter(({ name }) => !connection.scopes.includes(name));
  return (
    <Card className="relative p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0">
          <p className="text-sm text-muted">{texts.connectedChannel}</p>
          <h2 className="mt-1 text-xl [overflow-wrap:anywhere]">{connection.username}</h2>
          <p className="mt-1 text-sm text-muted">
            {texts.idSince(
              connection.userId,
              <time dateTime={connection.since}>{formatMoment(connection.since)}</time>,
            )}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Live live={live} now={now} />
          <Button tone="danger" onClick={() => setAsking(true)}>
            {texts.disconnect}
          </Button>
        </div>
      </div>
      <ul aria-label={texts.whatSiteMayDo} className="mt-5 grid gap-2 text-sm sm:grid-cols-2">
        {scopes.map(({ name, text }) => (
          <Scope key={name} name={name} text={text} isGiven={connection.scopes.includes(name)} />
        ))}
      </ul>
      {error !== null && (
        <Notice tone="error" className="mt-5">
          {texts.kickDoesNotLet(error)}
        </Notice>
      )}
      {missing.length > 0 && (
        <Notice tone="error" className="mt-5">
          {texts.kickHasNotAllowed}
        </Notice>
      )}
      {(error !== null || missing.length > 0) && <ConnectButton label={texts.connectAgain} />}
      {isAsking && (
        <ConfirmDialog
          title={texts.disconnectText(connection.username)}
          text={texts.disconnectEffect}
          confirm={texts.disconnect}
          tone="danger"
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await disconnect();
            onDisconnected();
          }}
        />
      )}
    </Card>
  );
}

function Scope({ name, text, isGiven }: { name: string; text: string; isGiven: boolean }) {
  const Icon = isGiven ? Check : TriangleAlert;
  return (
    <li className="flex items-center gap-2.5">
      <Icon
        aria-hidden="true"
        className={isGiven ? "size-4 shrink-0 text-win" : "size-4 shrink-0 text-loss"}
      />
      <span>
        {isGiven ? texts.itMayText : texts.mayNot} {text}{" "}
        <span className="font-mono text-muted">{name}</span>
      </span>
    </li>
  );
}

function Live({ live, now }: { live: ChatStanding["live"]; now: string }) {
  if (live === null) return <Badge>{texts.notKnownWhetherLive}</Badge>;
  if (!live.isLive) return <Badge>{texts.notLive}</Badge>;
  return (
    <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <Badge tone="win">
        <Radio aria-hidden="true" className="size-3.5" />
        {texts.live}
      </Badge>
      <span>
        {texts.since(<Ago at={live.since} now={now} />, !live.confirmed && texts.kickSaidSoMore)}
      </span>
    </span>
  );
}
