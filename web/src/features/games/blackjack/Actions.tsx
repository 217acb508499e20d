import { ChevronsUp, Hand as HandIcon, Plus, ShieldCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useBalance } from "@/features/wallet/balance";
import { Button } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { Coin } from "@/ui/Points";
import { percent } from "../common/fraction";
import { Key } from "../common/Key";
import { isTen } from "./cards";
import { type BlackjackAction, type BlackjackRound, insuranceCost } from "./model";
import { insuranceReturn } from "./odds";
import { act, useBlackjackTable } from "./table";
import * as texts from "./texts/en";

/** What can be done in an open round. */
export function Actions({ round }: { round: BlackjackRound }) {
  const isBusy = useBlackjackTable((table) => table.phase !== "idle");
  const group = useRef<HTMLDivElement>(null);
  // The deal button went away under who pressed it. Nothing in here is pressed by a second Enter.
  useEffect(() => {
    if (document.activeElement === document.body) group.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div
      ref={group}
      role="group"
      aria-label={round.isOffered ? texts.insurance : texts.yourMove}
      tabIndex={-1}
      aria-busy={isBusy}
      className="flex flex-col gap-2.5 outline-none"
    >
      {round.isOffered ? <Offer round={round} /> : <Moves round={round} />}
    </div>
  );
}

function Moves({ round }: { round: BlackjackRound }) {
  const balance = useBalance();
  const canDouble = round.actions.includes("double");
  const isShort = canDouble && balance < round.bet;
  return (
    <>
      <div className="grid grid-cols-2 gap-2.5">
        <Move action="hit" icon={<Plus aria-hidden="true" className="size-5" />}>
          {texts.hit}
        </Move>
        <Move action="stand" icon={<HandIcon aria-hidden="true" className="size-5" />}>
          {texts.stand}
        </Move>
      </div>
      <Move
        action="double"
        icon={<ChevronsUp aria-hidden="true" className="size-5" />}
        disabled={!canDouble || isShort}
      >
        {texts.double}
        {canDouble && (
          <span className="inline-flex items-center gap-1 text-sm text-gold-300">
            +<Coin className="size-4" />
            {formatPoints(round.bet)}
          </span>
        )}
      </Move>
      {(isShort || !canDouble) && (
        <p className="text-center text-xs text-muted">
          {isShort
            ? texts.doubleTooDear(formatPoints(round.bet), formatPoints(balance))
            : texts.doubleTooLate}
        </p>
      )}
      <p className="text-center text-xs text-muted max-lg:hidden">
        {texts.moveKeys((name) => (
          <Key>{name}</Key>
        ))}
      </p>
    </>
  );
}

/** The insurance offer with its price and what it is worth (docs/games.md, section 7). */
function Offer({ round }: { round: BlackjackRound }) {
  const balance = useBalance();
  const cost = insuranceCost(round.bet);
  const tens = round.player.filter(isTen).length;
  const held = tens >= 2 ? 2 : tens === 1 ? 1 : 0;
  const isShort = balance < cost;
  return (
    <>
      <div className="rounded-md border border-line bg-ink-900 px-4 py-3 text-sm max-lg:order-last">
        <p className="font-semibold">{texts.insuranceOffer(formatPoints(cost))}</p>
        <p className="mt-1 text-muted">
          {texts.insuranceOdds(
            formatPoints(3 * cost),
            16 - held,
            <span className="font-semibold text-text">{percent(insuranceReturn(held), 2)}%</span>,
          )}
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2.5">
        <Move
          action="insure"
          icon={<ShieldCheck aria-hidden="true" className="size-5" />}
          disabled={isShort}
        >
          {texts.insure}
          <span className="inline-flex items-center gap-1 text-sm text-gold-300">
            <Coin className="size-4" />
            {formatPoints(cost)}
          </span>
        </Move>
        <Move action="decline" icon={null}>
          {texts.noInsurance}
        </Move>
      </div>
      {isShort && (
        <p className="text-center text-xs text-muted">
          {texts.insuranceTooDear(formatPoints(cost), formatPoints(balance))}
        </p>
      )}
      <p className="text-center text-xs text-muted max-lg:hidden">
        {texts.insuranceKeys((name) => (
          <Key>{name}</Key>
        ))}
      </p>
    </>
  );
}

type MoveProps = {
  action: BlackjackAction;
  icon: ReactNode;
  disabled?: boolean;
  children: ReactNode;
};

function Move({ action, icon, disabled = false, children }: MoveProps) {
  const isWaiting = useBlackjackTable(({ isSlow, asked }) => isSlow && asked?.kind === action);
  const isReading = useBlackjackTable(({ phase }) => phase === "reading");
  return (
    <Button
      size="lg"
      icon={icon}
      onClick={() => act(action)}
      disabled={disabled || isReading}
      busy={isWaiting}
      className="w-full px-3"
    >
      {children}
    </Button>
  );
}
