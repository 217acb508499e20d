import { useNavigate, useSearch } from "@tanstack/react-router";
import { Tabs } from "@/ui/Tabs";
import { AdminPage } from "../shell/AdminPage";
import { BetFeed } from "./BetFeed";
import { GameSwitches } from "./GameSwitches";
import * as texts from "./texts/en";

/** /admin/game-maintenance. */
export function GameMaintenancePage() {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <AdminPage title={texts.gameMaintenance} lead={texts.whichGamesTakeBets}>
      <Tabs
        label={texts.gameMaintenanceLabel}
        value={tab === "bets" ? tab : "games"}
        onValueChange={(next) =>
          void navigate({
            to: "/admin/game-maintenance",
            search: next === "bets" ? { tab: next } : {},
            replace: true,
          })
        }
        tabs={[
          { value: "games", label: texts.gameMaintenance, content: <GameSwitches /> },
          { value: "bets", label: texts.liveBetsText, content: <BetFeed /> },
        ]}
      />
    </AdminPage>
  );
}
