import { Minus, Plus } from "lucide-react";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { formatPoints } from "@/ui/format/numbers";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import type { Obstacle, PaidChoice } from "./EntryDialog";
import type { EntryOrder } from "./entry";
import { Line } from "./Line";
import { chanceText, type Giveaway, shareText } from "./model";
import * as texts from "./texts/en";

/** Numbers of tickets within one press. */
const quickPicks = [1, 5, 10, 25, 50] as const;

const obstacleTexts: Readonly<Record<Obstacle, string>> = {
  gone: texts.giveawayHasBeenWithdrawn,
  ended: texts.giveawayTakesNoEntries,
  free: texts.giveawayFreeNow,
  guest: texts.mustLoggedEnter,
  inactive: texts.accountInactive,
  short: texts.insufficientPoints,
};

type ChoiceProps = PaidChoice & { giveaway: Giveaway; busy: boolean };

/** How many tickets, what they cost, and what they are worth. */
export function ChoiceBody(props: ChoiceProps & { own: number }) {
  const { giveaway, own, busy, typed, setTyped, count, most, balance, agreed } = props;
  const isOff = busy || most < 1;
  const cost = busy ? agreed : giveaway.entryCost;
  const chosen = count ?? 0;
  const total = chosen * cost;
  const step = (by: number) => setTyped(String(Math.min(Math.max(chosen + by, 1), most)));
  return (
    <>
      <div className="mt-5 flex items-end gap-2">
        <Stepper
          label={texts.oneTicketLess}
          disabled={isOff || chosen <= 1}
          onClick={() => step(-1)}
        >
          <Minus aria-hidden="true" className="size-5" />
        </Stepper>
        <Field
          label={texts.numberTickets}
          type="number"
          inputMode="numeric"
          min={1}
          max={Math.max(1, most)}
          step={1}
          value={typed}
          disabled={isOff}
          onChange={(event) => setTyped(event.target.value)}
          aria-invalid={problemOf(props) !== null}
          aria-describedby="ticket-problem"
          className="min-w-0 flex-1 [&_input]:text-center [&_input]:font-display [&_input]:text-lg [&_input]:font-bold"
        />
        <Stepper
          label={texts.oneTicketMore}
          disabled={isOff || chosen >= most}
          onClick={() => step(1)}
        >
          <Plus aria-hidden="true" className="size-5" />
        </Stepper>
      </div>
      <p
        id="ticket-problem"
        role="status"
        className="mt-1.5 text-sm text-loss not-empty:mb-1 empty:hidden"
      >
        {problemOf(props)}
      </p>
      <QuickPicks {...props} isOff={isOff} />
      <dl className="well mt-4 rounded-md px-4 py-1">
        <Line term={texts.totalCost}>
          <Points amount={total} />
        </Line>
        {total > balance ? (
          <Line term={texts.stillMissing}>
            <Points amount={total - balance} className="text-loss!" />
          </Line>
        ) : (
          <Line term={texts.balanceAfter}>
            <Points amount={balance - total} />
          </Line>
        )}
        <Line term={own > 0 ? texts.yoursNow : texts.ticketsSoFar}>
          {own > 0 ? shareText(own, giveaway.ticketCount) : formatPoints(giveaway.ticketCount)}
        </Line>
        <Line term={texts.withThese}>
          {shareText(own + chosen, giveaway.ticketCount + chosen)}
          <span className="block font-sans text-sm font-normal text-muted">
            {texts.chanceThingsStand(chanceText(own + chosen, giveaway.ticketCount + chosen))}
          </span>
        </Line>
      </dl>
      <p className="mt-3 text-sm text-muted">{texts.eachTicketOthersBuy}</p>
      <Trouble {...props} />
    </>
  );
}

type StepperProps = {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
};

function Stepper({ children, ...rest }: StepperProps) {
  return (
    <IconButton {...rest} className="size-12 border border-line bg-ink-800">
      {children}
    </IconButton>
  );
}

function problemOf({ typed, count, most, busy, obstacle }: ChoiceProps): string | null {
  if (busy || obstacle !== null || most < 1) return null;
  // A whole number that is not one of tickets is too large to be one.
  const isTooMany = count === null ? /^\d+$/.test(typed.trim()) : count > most;
  if (isTooMany) return texts.mostPoints(most);
  return count === null || count < 1 ? texts.least1Ticket : null;
}

function QuickPicks({ most, count, setTyped, isOff }: ChoiceProps & { isOff: boolean }) {
  return (
    <fieldset className="mt-3 grid grid-cols-6 gap-1.5">
      <legend className="sr-only">{texts.quickPicks}</legend>
      {quickPicks.map((pick) => (
        <Pick
          key={pick}
          label={texts.ticketCount(pick)}
          isChosen={count === pick}
          disabled={isOff || pick > most}
          onClick={() => setTyped(String(pick))}
        >
          {pick}
        </Pick>
      ))}
      <Pick
        label={texts.maxTickets(most)}
        isChosen={count === most && most > 0}
        disabled={isOff}
        onClick={() => setTyped(String(most))}
      >
        {texts.max}
      </Pick>
    </fieldset>
  );
}

type PickProps = {
  label: string;
  isChosen: boolean;
  disabled: boolean;
  onClick: () => void;
  children: React.ReactNode;
};

function Pick({ label, isChosen, disabled, onClick, children }: PickProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        "min-h-11 min-w-0 rounded-sm border text-sm font-semibold transition-colors",
        "disabled:cursor-not-allowed disabled:border-line disabled:bg-transparent disabled:text-ink-600",
        isChosen
          ? "border-gold-400/60 bg-gold-400/14 text-gold-300"
          : "border-line bg-ink-800 hover:border-line-strong hover:bg-ink-700",
      )}
    >
      {children}
    </button>
  );
}

/** What stands in the way now, else a new price. */
function Trouble({ giveaway, obstacle, busy, agreed }: ChoiceProps) {
  if (busy) return null;
  if (obstacle !== null)
    return (
      <Notice key={obstacle} tone="error" className="mt-4">
        {obstacleTexts[obstacle]}
      </Notice>
    );
  if (giveaway.entryCost === agreed) return null;
  return (
    <Notice tone="error" className="mt-4">
      {texts.priceHasChangedTicket(
        formatPoints(agreed),
        <strong>{texts.points(formatPoints(giveaway.entryCost))}</strong>,
      )}
    </Notice>
  );
}

type ActionsProps = ChoiceProps & { onCancel: () => void; onBuy: (order: EntryOrder) => void };

export function ChoiceActions(props: ActionsProps) {
  const { giveaway, busy, count, most, agreed, agree, obstacle, balance, onCancel, onBuy } = props;
  const hasNewPrice = !busy && obstacle === null && giveaway.entryCost !== agreed;
  const chosen = count ?? 0;
  const isBuyable = obstacle === null && chosen >= 1 && chosen <= most;
  return (
    <>
      <Button key="cancel" onClick={onCancel} disabled={busy}>
        {texts.cancel}
      </Button>
      {hasNewPrice ? (
        <Button key="accept" tone="gold" onClick={agree}>
          {texts.acceptPoints(formatPoints(giveaway.entryCost))}
        </Button>
      ) : (
        <Button
          key="buy"
          tone="gold"
          busy={busy}
          disabled={!isBuyable || chosen * agreed > balance}
          onClick={(event) => {
            // The second click of a double click on "Enter" lands here; it was not meant for this.
            if (event.detail < 2)
              onBuy({ entryType: "paid", entryCost: agreed, ticketCount: chosen });
          }}
        >
          {busy ? texts.processing : texts.buy(Math.max(1, chosen))}
        </Button>
      )}
    </>
  );
}
