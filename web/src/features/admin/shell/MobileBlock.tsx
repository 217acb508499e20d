import { Link } from "@tanstack/react-router";
import { MonitorSmartphone } from "lucide-react";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import { useMedia } from "@/ui/use-media";
import * as texts from "./texts/en";

/**
 * A finger and little room: a phone or a small tablet, not a narrow window (docs/decisions.md, F3).
 */
const HANDHELD = "(pointer: coarse) and (max-width: 899.98px)";

/** Whether the panel is opened on a device that it is not made for. */
export function useIsHandheld(): boolean {
  return useMedia(HANDHELD);
}

/** What a phone shows in place of the panel. */
export function MobileBlock() {
  return (
    <main tabIndex={-1} className="flex min-h-dvh items-center justify-center outline-none">
      <EmptyState
        level={1}
        art={<MonitorSmartphone aria-hidden="true" className="size-14 text-gold-400" />}
        title={texts.handheldTitle}
        actions={
          <>
            <Link to="/admin/stream" className={buttonClass("gold")}>
              {texts.pages.stream}
            </Link>
            <Link to="/" className={buttonClass("quiet")}>
              {texts.backToSite}
            </Link>
          </>
        }
      >
        <p>{texts.handheldText}</p>
      </EmptyState>
    </main>
  );
}
