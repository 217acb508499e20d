import { useNavigate, useSearch } from "@tanstack/react-router";
import { Tabs } from "@/ui/Tabs";
import { AdminPage } from "../shell/AdminPage";
import { BetFeed } from "./BetFeed";
import { GameSwitches } from "./GameSwitches";

/** /admin/game-maintenance. */
export function GameMaintenancePage() {
  const { tab } = useSearch({ strict: false });
  const navigate = useNavigate();
  return (
    <AdminPage title="Game Maintenance" lead="Which games take bets, and what is bet right now.">
      <Tabs
        label="Game maintenance"
        value={tab === "bets" ? tab : "games"}
        onValueChange={(next) =>
          void navigate({
            to: "/admin/game-maintenance",
            search: next === "bets" ? { tab: next } : {},
            replace: true,
          })
        }
        tabs={[
          { value: "games", label: "Game Maintenance", content: <GameSwitches /> },
          { value: "bets", label: "Live Bets", content: <BetFeed /> },
        ]}
      />
    </AdminPage>
  );
}
