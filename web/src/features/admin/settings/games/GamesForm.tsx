import { Notice } from "@/ui/Notice";
import { Group } from "../fields/Group";
import { NumberSetting } from "../fields/NumberSetting";
import { useSetting } from "../form";
import * as texts from "../texts/games.en";
import { GameCard } from "./GameCard";
import { games as entries } from "./games";
import { useReturns } from "./use-returns";

/** Limits of all games, and the table of each. */
export function GamesForm() {
  const returns = useReturns();
  const { error } = useSetting("tables");
  return (
    <>
      <Group title={texts.allGames} className="grid gap-5 sm:grid-cols-2">
        <NumberSetting
          path="prize_budget"
          label={texts.prizeBudget}
          hint={texts.prizeBudgetHint}
          max={Number.MAX_SAFE_INTEGER}
        />
        <NumberSetting
          path="open_round_hours"
          label={texts.openRoundHours}
          hint={texts.openRoundHoursHint}
          min={1}
          max={8760}
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
