import { Notice } from "@/ui/Notice";
import type { UntrustedProxy } from "./queries";

/** Visitors behind a proxy that the settings do not name share the limits of one address. */
export function ProxyNotice({ proxy: { address, header } }: { proxy: UntrustedProxy }) {
  return (
    <Notice tone="error">
      <p className="font-semibold">Visitors may be sharing one limit</p>
      <p className="mt-1">
        Requests from <code>{address}</code> name another client in <code>{header}</code>, but that
        address isn't in <code>server.trusted_proxies</code>. If it's your reverse proxy, add it
        there and restart the site: until then, all visitors behind it count as one. If you don't
        know the address, leave the setting as it is; a visitor can send this header, too.
      </p>
    </Notice>
  );
}
