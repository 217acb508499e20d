import { Notice } from "@/ui/Notice";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { OrderList } from "../fields/OrderList";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { GameCard } from "./GameCard";
import { games as entries } from "./games";
import { PrizeBudget } from "./PrizeBudget";
import { useReturns } from "./use-returns";

/** Which games there are, limits of all of them, and the table of each. */
export function GamesForm() {
  const returns = useReturns();
  const { error } = useSetting("tables");
  return (
    <>
      <Group title={texts.offered} lead={texts.offeredLead}>
        <OrderList path="offered" label={texts.offered} names={texts.names} />
      </Group>
      <PrizeBudget />
      <Group title={texts.openRounds}>
        <NumberSetting
          path="open_round_hours"
          label={texts.openRoundHours}
          hint={texts.openRoundHoursHint}
          min={1}
          max={8760}
          className="max-w-xs"
        />
      </Group>
      <Group title={texts.tables} lead={texts.tablesLead} error={error}>
        {returns.problem !== null && <Notice tone="error">{texts.problem(returns.problem)}</Notice>}
        <ul className="flex flex-col gap-3">
          {entries.map((game) => (
            <li key={game.id}>
              <GameCard game={game} highest={returns.of(game.id)} isWorking={returns.isWorking} />
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}
