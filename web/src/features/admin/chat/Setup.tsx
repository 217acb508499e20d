import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { Notice } from "@/ui/Notice";
import { SettingsLink } from "../shell/SettingsLink";
import { AddressList } from "./Addresses";
import type { ChatStanding } from "./queries";
import * as texts from "./texts/en";

/** What to do before the site can be connected: an app at Kick, and its id in the settings. */
export function Setup({ state }: { state: ChatStanding }) {
  if (state.connectionError !== null) return <Off reason={state.connectionError} />;
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
              className="-my-3 inline-flex min-h-11 items-center gap-1.5 font-semibold text-text underline decoration-line-strong underline-offset-4 hover:decoration-gold-400"
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
        <Step number={3} title={texts.enterIdSecret}>
          <p>
            {texts.enterUnder(<SettingsLink section="kick">{texts.chatSettings}</SettingsLink>)}
          </p>
        </Step>
        <Step number={4} title={texts.connectChannel}>
          <p>{texts.connectChannelHere}</p>
        </Step>
      </ol>
    </Card>
  );
}

/** It was set up: what is missing is all there is to do. */
function Off({ reason }: { reason: string }) {
  return (
    <Notice tone="error">
      {texts.kickIsOff(reason, <SettingsLink section="kick">{texts.chatSettings}</SettingsLink>)}
    </Notice>
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
