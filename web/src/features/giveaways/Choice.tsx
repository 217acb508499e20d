import { Minus, Plus } from "lucide-react";
import { Button, IconButton } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { formatPoints } from "@/ui/format/numbers";
import { formatCount } from "@/ui/format/words";
import { Notice } from "@/ui/Notice";
import { Points } from "@/ui/Points";
import type { Obstacle, PaidChoice } from "./EntryDialog";
import type { EntryOrder } from "./entry";
import { Line } from "./Line";
import { chanceText, type Giveaway, shareText } from "./model";

/** Numbers of tickets within one press. */
const quickPicks = [1, 5, 10, 25, 50] as const;

const obstacleTexts: Readonly<Record<Obstacle, string>> = {
  gone: "This giveaway has been withdrawn",
  ended: "This giveaway takes no entries any more",
  free: "This giveaway is free now",
  guest: "You must be logged in to enter",
  inactive: "Your account is inactive",
  short: "Insufficient Points",
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
        <Stepper label="One ticket less" disabled={isOff || chosen <= 1} onClick={() => step(-1)}>
          <Minus aria-hidden="true" className="size-5" />
        </Stepper>
        <Field
          label="Number of tickets"
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
        <Stepper label="One ticket more" disabled={isOff || chosen >= most} onClick={() => step(1)}>
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
        <Line term="Total cost">
          <Points amount={total} />
        </Line>
        {total > balance ? (
          <Line term="Still missing">
            <Points amount={total - balance} className="text-loss!" />
          </Line>
        ) : (
          <Line term="Balance after">
            <Points amount={balance - total} />
          </Line>
        )}
        <Line term={own > 0 ? "Yours now" : "Tickets so far"}>
          {own > 0 ? shareText(own, giveaway.ticketCount) : formatPoints(giveaway.ticketCount)}
        </Line>
        <Line term="With these">
          {shareText(own + chosen, giveaway.ticketCount + chosen)}
          <span className="block font-sans text-sm font-normal text-muted">
            chance {chanceText(own + chosen, giveaway.ticketCount + chosen)} as things stand
          </span>
        </Line>
      </dl>
      <p className="mt-3 text-sm text-muted">Each ticket that others buy makes it smaller.</p>
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
  if (isTooMany) return `At most ${formatCount(most, "ticket")} for your points`;
  return count === null || count < 1 ? "At least 1 ticket" : null;
}

function QuickPicks({ most, count, setTyped, isOff }: ChoiceProps & { isOff: boolean }) {
  return (
    <fieldset className="mt-3 grid grid-cols-6 gap-1.5">
      <legend className="sr-only">Quick picks</legend>
      {quickPicks.map((pick) => (
        <Pick
          key={pick}
          label={formatCount(pick, "ticket")}
          isChosen={count === pick}
          disabled={isOff || pick > most}
          onClick={() => setTyped(String(pick))}
        >
          {pick}
        </Pick>
      ))}
      <Pick
        label={`Max: ${formatCount(most, "ticket")}`}
        isChosen={count === most && most > 0}
        disabled={isOff}
        onClick={() => setTyped(String(most))}
      >
        Max
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
      The price has changed: a ticket was {formatPoints(agreed)} points and is now{" "}
      <strong>{formatPoints(giveaway.entryCost)} points</strong>.
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
        Cancel
      </Button>
      {hasNewPrice ? (
        <Button key="accept" tone="gold" onClick={agree}>
          Accept {formatPoints(giveaway.entryCost)} points
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
          {busy ? "Processing..." : `Buy ${formatCount(Math.max(1, chosen), "ticket")}`}
        </Button>
      )}
    </>
  );
}
