import { Notice } from "@/ui/Notice";

/** Browsers offer their cryptography on secure pages only. */
export function NoCryptography() {
  return (
    <Notice>
      Your browser offers its cryptography on secure pages (https) only, so nothing can be
      recomputed here. Any HMAC-SHA256 tool gives the same draws.
    </Notice>
  );
}
