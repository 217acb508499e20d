import { Link } from "@tanstack/react-router";
import { Trophy, X } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useMember } from "@/features/session/store";
import { buttonClass } from "@/ui/button-class";
import { Notice } from "@/ui/Notice";
import * as texts from "./texts/win-notice.en";
import { useDismissal, useWins, type Win } from "./wins";

/** Shows a member their win on every page, from the draw or their next visit until they dismiss it. */
export default function WinNotice({ memberId }: { memberId: string }): ReactNode {
  const [win] = useWins(memberId);
  // The region is there before its text, so that screen readers announce the text.
  return createPortal(
    <div
      role="status"
      className="fixed inset-x-4 bottom-20 z-20 sm:right-auto sm:w-[26rem] lg:bottom-6 lg:left-[16rem]"
    >
      {win !== undefined && <WinCard key={win.id} win={win} memberId={memberId} />}
    </div>,
    document.body,
  );
}

function WinCard({ win, memberId }: { win: Win; memberId: string }) {
  const { id, title, prize } = win;
  const { failed, isBusy, submit } = useDismissal(memberId);
  const isMasked = useMember()?.namedOnAir === false;
  return (
    <div className="surface flex animate-rise items-start gap-3 rounded-lg p-4 shadow-raised">
      <Trophy aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-gold-300" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-display font-bold">{texts.youWonText(prize)}</p>
        <p className="mt-0.5 text-sm text-muted">{texts.giveaway(title)}</p>
        {isMasked && (
          <p className="mt-1.5 text-sm text-muted">
            {texts.maskedOnStream}{" "}
            <Link
              to="/account"
              hash="on-air"
              className="whitespace-nowrap text-text underline decoration-line-strong underline-offset-4"
            >
              {texts.showMyName}
            </Link>
          </p>
        )}
        <Link
          to="/giveaways"
          search={{ proof: id }}
          className={`${buttonClass("quiet", "sm")} mt-3`}
          aria-label={texts.seeDraw(title)}
        >
          {texts.seeDrawText}
        </Link>
        {failed !== null && (
          <Notice tone="error" className="mt-3">
            {failed.failure.message}
          </Notice>
        )}
      </div>
      <button
        type="button"
        aria-label={texts.dismiss(title)}
        disabled={isBusy}
        onClick={() => void submit(id)}
        className="-mt-2 -mr-2 flex size-11 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:text-text"
      >
        <X aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
