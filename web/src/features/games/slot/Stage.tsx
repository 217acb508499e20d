import { Info, RotateCw, Volume2, VolumeX } from "lucide-react";
import { lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from "react";
import { toggleMuted, useMuted } from "@/data/mute";
import { Button } from "@/ui/Button";
import frame from "./art/frame.svg";
import outback from "./art/outback.svg";
import { BoardInWords } from "./BoardInWords";
import { keepFocus } from "./keep-focus";
import { Logo } from "./Logo";
import { slotTable, useSlotTable } from "./table";
import * as texts from "./texts/en";
import type { ReelsState } from "./use-reels";
import { WinPlate } from "./WinPlate";

const WinWindow = lazy(() => import("./WinWindow"));
const Paytable = lazy(() => import("./Paytable"));

type StageProps = {
  reels: ReelsState;
  stage: RefObject<HTMLDivElement | null>;
  host: RefObject<HTMLDivElement | null>;
  opening: RefObject<HTMLDivElement | null>;
};

/** The night over the outback, the frame with the reels, and what they paid. */
export function Stage({ reels, stage, host, opening }: StageProps) {
  const isMoving = useSlotTable((table) => table.beat !== "rest");
  return (
    <div
      ref={stage}
      className="relative isolate flex flex-col items-center overflow-hidden px-1.5 pt-2 pb-2.5 sm:px-6 sm:pt-3 sm:pb-3"
    >
      <img
        src={outback}
        alt=""
        className="absolute inset-0 -z-10 size-full object-cover object-bottom"
      />
      <Logo className="relative z-1 -mb-1.5 h-15 w-auto max-w-[62%] sm:-mb-3 sm:h-20" />
      <div className="relative aspect-[1088/688] w-[min(100%,max(30rem,calc((100dvh_-_27rem)_*_1.58)),48rem)]">
        <img src={frame} alt="" className="absolute inset-0 size-full drop-shadow-2xl" />
        <div
          ref={opening}
          className="absolute top-[6.395%] right-[4.044%] bottom-[6.395%] left-[4.044%]"
        />
      </div>
      <div ref={host} className="pointer-events-none absolute inset-0 z-20 overflow-hidden" />
      {isMoving && (
        // For a finger on the reels; the spin button does the same for everybody else.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={slotTable.skip}
          className="absolute inset-0 z-20 cursor-default"
        />
      )}
      <WinPlate />
      <BoardInWords />
      <Corners />
      <ReelsCover reels={reels} />
      {reels.status === "ready" && (
        <Suspense fallback={null}>
          <WinWindow stage={stage} />
        </Suspense>
      )}
    </div>
  );
}

/** Paytable and sound, in the upper corners. */
function Corners() {
  const muted = useMuted();
  const [paytable, setPaytable] = useState<"never" | "open" | "closed">("never");
  return (
    <>
      <CornerButton
        label={texts.paytable}
        hint={texts.paytable}
        side="left-2 sm:left-3"
        onClick={() => setPaytable("open")}
      >
        <Info aria-hidden="true" className="size-5" />
      </CornerButton>
      <CornerButton
        label={texts.mute}
        hint={muted ? texts.soundOn : texts.soundOff}
        side="right-2 sm:right-3"
        pressed={muted}
        onMouseDown={keepFocus}
        onClick={toggleMuted}
      >
        {muted ? (
          <VolumeX aria-hidden="true" className="size-5" />
        ) : (
          <Volume2 aria-hidden="true" className="size-5" />
        )}
      </CornerButton>
      {paytable !== "never" && (
        <Suspense fallback={null}>
          <Paytable open={paytable === "open"} onClose={() => setPaytable("closed")} />
        </Suspense>
      )}
    </>
  );
}

type CornerButtonProps = React.ComponentProps<"button"> & {
  label: string;
  hint: string;
  side: string;
  pressed?: boolean;
  children: ReactNode;
};

function CornerButton({ label, hint, side, pressed, children, ...rest }: CornerButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={hint}
      {...(pressed !== undefined && { "aria-pressed": pressed })}
      className={`absolute top-2 z-10 ${side} flex size-11 items-center justify-center rounded-full border border-line-strong bg-ink-950/85 text-text transition-colors hover:bg-ink-800 sm:top-3`}
    >
      {children}
    </button>
  );
}

/** Over the reels until they are there, or for good when they cannot be loaded. */
function ReelsCover({ reels }: { reels: ReelsState }) {
  if (reels.status === "ready") return null;
  if (reels.status === "failed")
    return (
      <div
        role="alert"
        className="absolute inset-0 z-20 flex flex-col items-center justify-center gap-4 bg-ink-950/88 p-6 text-center"
      >
        <p className="text-lg font-semibold text-balance">{texts.loadFailed}</p>
        <Button
          icon={<RotateCw aria-hidden="true" className="size-4.5" />}
          onClick={() => window.location.reload()}
        >
          {texts.refresh}
        </Button>
      </div>
    );
  const percent = Math.round(reels.part * 100);
  return (
    <div className="pointer-events-none absolute inset-0 z-20 flex flex-col items-center justify-center gap-3">
      <p className="text-sm font-semibold text-gold-300">{texts.loading}</p>
      <div
        role="progressbar"
        aria-label={texts.loading}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 w-48 overflow-hidden rounded-full bg-ink-950 ring-1 ring-gold-500/40"
      >
        <div
          className="h-full origin-left rounded-full bg-gold-400 transition-transform duration-200"
          style={{ transform: `scaleX(${reels.part})` }}
        />
      </div>
    </div>
  );
}

/** The three places that the reels need to know. */
export function usePlaces() {
  const stage = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const opening = useRef<HTMLDivElement>(null);
  return { stage, host, opening };
}
