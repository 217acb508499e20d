import { Minus, Plus } from "lucide-react";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { dollarSign } from "@/ui/format/dollars";
import { formatOrdinal } from "@/ui/format/ordinals";
import { useSetting } from "../form";
import { wagers as texts } from "../texts/sections.en";
import { listOf } from "../values";
import { AMOUNT_MAX, NumberSetting } from "./NumberSetting";

const RANKS_MAX = 100;

/** The prizes of a period, the first rank first, and which of them are bonus buys. */
export function PrizesByRank({ path }: { path: string }) {
  const { value, change, isLocked } = useSetting(`${path}.prizes`);
  const bonus = useSetting(`${path}.bonus_buys`);
  const prizes = listOf(value);
  const hasBonus = listOf(bonus.value).length > 0;
  const ranks = prizes.length;
  const remove = () => {
    change(prizes.slice(0, -1));
    const [first, last] = listOf(bonus.value);
    // Ranks that are gone are no bonus buys.
    if (typeof last !== "number" || last < ranks) return;
    bonus.change(first === ranks ? [] : [first, ranks - 1]);
  };
  return (
    <div role="group" aria-label={texts.prizesByRank} className="flex flex-col gap-3">
      <ol className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))]">
        {prizes.map((_, at) => (
          // A prize is its rank.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <NumberSetting
              path={`${path}.prizes.${at}`}
              label={texts.rank(formatOrdinal(at + 1))}
              prefix={dollarSign}
              max={AMOUNT_MAX}
            />
          </li>
        ))}
      </ol>
      {ranks === 0 && <p className="text-sm text-muted">{texts.noPrizes}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          disabled={isLocked || ranks >= RANKS_MAX}
          onClick={() => change([...prizes, 0])}
          icon={<Plus aria-hidden="true" className="size-4" />}
        >
          {texts.addRank}
        </Button>
        <Button
          size="sm"
          disabled={isLocked || ranks === 0}
          onClick={remove}
          icon={<Minus aria-hidden="true" className="size-4" />}
        >
          {texts.removeRank}
        </Button>
      </div>
      <Checkbox
        label={texts.hasBonusBuys}
        checked={hasBonus}
        disabled={isLocked || ranks === 0}
        onChange={({ target }) => bonus.change(target.checked ? [ranks, ranks] : [])}
      />
      {hasBonus && (
        <div className="grid max-w-md grid-cols-2 gap-3">
          <NumberSetting
            path={`${path}.bonus_buys.0`}
            label={texts.bonusFirst}
            min={1}
            max={Math.max(ranks, 1)}
          />
          <NumberSetting
            path={`${path}.bonus_buys.1`}
            label={texts.bonusLast}
            min={1}
            max={Math.max(ranks, 1)}
          />
        </div>
      )}
    </div>
  );
}
