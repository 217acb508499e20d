import { Trophy } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { fetchedAhead } from "@/ui/fetched-ahead";
import * as texts from "./texts/win-notice.en";
import { useWins } from "./wins";

const loadDialog = () => import("./WinDialog");
const WinDialog = lazy(loadDialog);
const dialogAhead = fetchedAhead(loadDialog);

/**
 * Shows a member their win in the bar of every page, from the draw or their next visit until they dismiss
 * it: in the bar it has room of its own, and lies over nothing. More wins come one after the other.
 */
export default function WinNotice({ memberId }: { memberId: string }): ReactNode {
  const wins = useWins(memberId);
  const [isOpen, setOpen] = useState(false);
  const [win] = wins;
  // The region is there before its text, so that screen readers announce the text.
  return (
    <>
      <div role="status" className={win === undefined ? "absolute" : "min-w-0"}>
        {win !== undefined && (
          <button
            type="button"
            data-win
            aria-haspopup="dialog"
            {...dialogAhead}
            onClick={() => setOpen(true)}
            className="relative flex h-11 min-w-11 animate-fade items-center justify-center gap-1.5 rounded-full border border-gold-400/45 bg-gold-400/10 text-sm font-semibold text-gold-300 transition-colors hover:bg-gold-400/20 max-sm:px-3 sm:gap-2 sm:px-4"
          >
            <Trophy aria-hidden="true" className="size-5 shrink-0" />
            <span aria-hidden="true" className="max-[22rem]:hidden sm:hidden">
              {texts.won}
            </span>
            <span className="max-w-56 truncate max-sm:sr-only lg:max-w-96">
              {texts.youWonText(win.prize)}
            </span>
            <span className="sr-only">{texts.giveaway(win.title)}</span>
            {wins.length > 1 && (
              <span className="rounded-full bg-gold-400 px-1.5 text-xs font-bold text-on-gold max-sm:absolute max-sm:-top-1 max-sm:-right-1">
                {wins.length}
                <span className="sr-only"> {texts.wins}</span>
              </span>
            )}
          </button>
        )}
      </div>
      {isOpen && win !== undefined && (
        <Suspense fallback={null}>
          <WinDialog
            win={win}
            count={wins.length}
            memberId={memberId}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
