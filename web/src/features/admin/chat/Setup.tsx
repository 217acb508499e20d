import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { AddressList } from "./Addresses";
import type { ChatStanding } from "./queries";
import * as texts from "./texts/en";

const SETTINGS = `[kick]
client_id = "your Client ID"
client_secret = "your Client Secret"
`;

/** What to do before the site can be connected: an app at Kick, and its name in the configuration. */
export function Setup({ state }: { state: ChatStanding }) {
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-lg">{texts.notSetUpYet}</h2>
      <p className="mt-1 text-sm text-muted">{texts.siteNeedsAppOwn}</p>
      <ol className="mt-5 flex flex-col gap-6">
        <Step number={1} title={texts.makeAppKick}>
          <p>
            {texts.settingsKickAccountUnder}
            <a
              href="https://kick.com/settings/developer"
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
            >
              {texts.open}
              <ExternalLink aria-hidden="true" className="size-4" />
              <span className="sr-only">{texts.newWindow}</span>
            </a>
          </p>
        </Step>
        <Step number={2} title={texts.giveTheseAddressesSwitch}>
          <div className="mt-2 text-text">
            <AddressList state={state} />
          </div>
        </Step>
        <Step number={3} title={texts.writeIdSecretInto}>
          <div className="well mt-2 flex items-start justify-between gap-3 rounded-md py-1 pr-1 pl-4">
            <pre className="min-w-0 py-3 font-mono text-sm whitespace-pre-wrap text-text">
              {SETTINGS.trim()}
            </pre>
            <CopyButton text={SETTINGS} what={texts.settings} labelled />
          </div>
          <p className="mt-1.5">
            {texts.secretMayAlsoStand(
              <span className="font-mono [overflow-wrap:anywhere] text-text">
                POINTHOUSE_KICK__CLIENT_SECRET
              </span>,
            )}
          </p>
        </Step>
        <Step number={4} title={texts.startPointhouseAgain}>
          <p>{texts.thenConnectChannelPage}</p>
        </Step>
      </ol>
    </Card>
  );
}

type StepProps = { number: number; title: string; children: ReactNode };

function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-4">
      <span
        aria-hidden="true"
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-ink-700 text-sm font-semibold"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 text-sm text-muted">
        <h3 className="text-base text-text">{title}</h3>
        {children}
      </div>
    </li>
  );
}
