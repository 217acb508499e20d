import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { Notice } from "@/ui/Notice";
import { SettingsLink } from "../shell/SettingsLink";
import type { ChatStanding } from "./queries";
import * as texts from "./texts/en";

type AddressesProps = { state: Pick<ChatStanding, "redirectUrl" | "webhookUrl"> };

/** Where Kick finds the site: the addresses to enter in the app there. */
export function Addresses({ state }: AddressesProps) {
  return (
    <section aria-labelledby="addresses" className="flex flex-col gap-4">
      <div>
        <h2 id="addresses" className="text-lg">
          {texts.addresses}
        </h2>
        <p className="mt-1 text-sm text-muted">{texts.addressesHint}</p>
      </div>
      <Card className="p-5">
        <AddressList state={state} />
      </Card>
    </section>
  );
}

/** The two addresses, to be copied. */
export function AddressList({ state: { redirectUrl, webhookUrl } }: AddressesProps) {
  if (!/^https?:/.test(redirectUrl) || !/^https?:/.test(webhookUrl))
    return (
      <Notice tone="error">
        {texts.noSiteAddress(<SettingsLink section="place">{texts.addressSettings}</SettingsLink>)}
      </Notice>
    );
  return (
    <div className="flex flex-col gap-4">
      <Address name={texts.redirectUrl} address={redirectUrl} />
      <Address name={texts.webhookUrl} address={webhookUrl} />
      {!webhookUrl.startsWith("https:") && <Notice>{texts.kickCallsOnlyAddresses}</Notice>}
    </div>
  );
}

function Address({ name, address }: { name: string; address: string }) {
  return (
    <div>
      <p className="text-sm font-medium">{name}</p>
      <div className="well mt-1.5 flex items-center justify-between gap-3 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 py-1.5 font-mono text-sm [overflow-wrap:anywhere]">{address}</span>
        <CopyButton text={address} what={name} labelled />
      </div>
    </div>
  );
}
