import { Notice } from "@/ui/Notice";
import type { UntrustedProxy } from "./queries";
import * as texts from "./texts/en";

/** Visitors behind a proxy that the settings do not name share the limits of one address. */
export function ProxyNotice({ proxy: { address, header } }: { proxy: UntrustedProxy }) {
  return (
    <Notice tone="error">
      <p className="font-semibold">{texts.visitorsMaySharingOne}</p>
      <p className="mt-1">
        {texts.requestsFromNameAnother(
          <code>{address}</code>,
          <code>{header}</code>,
          <code>{texts.serverTrustedProxies}</code>,
        )}
      </p>
    </Notice>
  );
}
