import { type ComponentProps, useEffect, useState } from "react";
import { useMember } from "@/features/session/store";
import { useBalance } from "@/features/wallet/balance";
import { Dialog } from "@/ui/Dialog";
import { Spinner } from "@/ui/Spinner";
import { serverNow } from "@/wire/server-clock";
import { ChoiceActions, ChoiceBody } from "./Choice";
import { type EntryOrder, useEntry } from "./entry";
import { type Giveaway, mostTickets, phaseOf } from "./model";
import { refusedView, successView } from "./Outcome";
import { TicketMark } from "./TicketArt";
import * as texts from "./texts/en";

type EntryDialogProps = {
  /** The giveaway as it was when the dialog was opened. */
  opened: Giveaway;
  /** As it is now; undefined when it is gone. */
  giveaway: Giveaway | undefined;
  /** The member's tickets so far. */
  own: number;
  onClose: () => void;
};

/** What one step of the dialog is made of. */
export type View = Omit<ComponentProps<typeof Dialog>, "open" | "onOpenChange">;

/** Why no ticket can be bought at this moment. */
export type Obstacle = "gone" | "ended" | "free" | "guest" | "inactive" | "short";

/**
 * The way into one giveaway, from the number of tickets to what came of it. All steps are one dialog,
 * so that the focus stays in it and goes back to the card in the end. It follows the card meanwhile.
 */
export default function EntryDialog(props: EntryDialogProps) {
  const { opened, own, onClose } = props;
  const giveaway = props.giveaway ?? opened;
  const { answer: entered, failed, isBusy: busy, submit, reset } = useEntry(opened.id);
  const isFree = opened.entryType === "free";
  useEffect(() => {
    // The button of a free giveaway has said everything there is to agree to.
    if (isFree) void enterFree();
    function enterFree() {
      return submit({ entryType: "free", entryCost: 0, ticketCount: 1 });
    }
    // Once, when the dialog opens; a second run of a strict mode is refused while the first one runs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const paid = usePaidChoice(props, busy);

  const viewNow = (): View => {
    if (entered !== null) return successView({ entered, isFree, onClose });
    if (failed !== null && !isNewPrice(failed.failure.error, isFree))
      return refusedView({
        failed,
        busy,
        onClose,
        onBack: isFree ? null : reset,
        onRetry: () => void submit(failed.input),
      });
    if (isFree) return enteringView(giveaway);
    return {
      title: texts.buyTickets,
      description: giveaway.title,
      children: <ChoiceBody {...paid} giveaway={giveaway} own={own} busy={busy} />,
      actions: (
        <ChoiceActions
          {...paid}
          giveaway={giveaway}
          busy={busy}
          onCancel={onClose}
          onBuy={(order) => {
            paid.freeze();
            void submit(order);
          }}
        />
      ),
    };
  };
  return (
    <Dialog
      open
      onOpenChange={() => {
        // Whoever has pressed the button wants to see what comes of it.
        if (!busy) onClose();
      }}
      {...viewNow()}
    />
  );
}

/** A new price is shown with the choice, before it is agreed to. */
function isNewPrice(error: string, isFree: boolean): boolean {
  return error === "price_changed" && !isFree;
}

/** What the buyer has chosen so far. */
export type PaidChoice = {
  typed: string;
  setTyped: (typed: string) => void;
  /** The tickets chosen, null while it is no number of tickets. */
  count: number | null;
  most: number;
  /** The price the buyer has seen and agreed to, and the way to agree to the one of now. */
  agreed: number;
  agree: () => void;
  obstacle: Obstacle | null;
  balance: number;
  freeze: () => void;
};

function usePaidChoice({ opened, giveaway }: EntryDialogProps, busy: boolean): PaidChoice {
  const member = useMember();
  const now = useBalance();
  const [typed, setTyped] = useState("1");
  const [agreed, setAgreed] = useState(opened.entryCost);
  // The push of the payment arrives before its answer; the account on show stays as it was pressed.
  const [paidFrom, setPaidFrom] = useState(0);
  const balance = busy ? paidFrom : now;
  const cost = busy ? agreed : (giveaway ?? opened).entryCost;
  return {
    typed,
    setTyped,
    count: countOf(typed),
    most: mostTickets(balance, cost),
    agreed,
    agree: () => setAgreed(cost),
    obstacle: busy ? null : obstacleOf(giveaway, member, balance),
    balance,
    freeze: () => setPaidFrom(now),
  };
}

function countOf(typed: string): number | null {
  const count = /^\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN;
  return Number.isSafeInteger(count) ? count : null;
}

type Buyer = { isActive: boolean } | null;

/** The first thing that stands in the way, what nobody can change before what the buyer can. */
function obstacleOf(
  giveaway: Giveaway | undefined,
  buyer: Buyer,
  balance: number,
): Obstacle | null {
  if (giveaway === undefined) return "gone";
  if (phaseOf(giveaway, serverNow()) !== "active") return "ended";
  if (giveaway.entryType === "free") return "free";
  if (buyer === null) return "guest";
  if (!buyer.isActive) return "inactive";
  return balance < giveaway.entryCost ? "short" : null;
}

function enteringView({ title }: Giveaway): View {
  return {
    title: texts.entering,
    description: title,
    art: <TicketMark className="h-9 w-15" />,
    children: (
      <p role="status" className="mt-6 flex items-center gap-3 text-muted">
        <Spinner className="size-6" />
        {texts.oneMoment}
      </p>
    ),
  };
}

export type { EntryOrder };
