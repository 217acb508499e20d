import { GamePicker } from "../GamePicker";
import * as texts from "../texts/en";
import { Choice } from "./OddsTable";

/** Bets that show how much the dropped fraction of a point matters. */
const bets = ["1", "10", "100"] as const;
export type ShownBet = (typeof bets)[number];

type BetChoiceProps = { value: ShownBet; onValueChange: (bet: ShownBet) => void };

export function BetChoice({ value, onValueChange }: BetChoiceProps) {
  return (
    <Choice name={texts.bet}>
      <GamePicker
        label={texts.bet}
        options={bets.map((bet) => ({ value: bet, label: bet }))}
        value={value}
        onValueChange={onValueChange}
      />
    </Choice>
  );
}
