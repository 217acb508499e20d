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
    <AdminPage title={texts.pageTitle} lead={texts.intro}>
      <Tabs
        label={texts.tabs}
        value={tab === "bets" ? tab : "games"}
        onValueChange={(next) =>
          void navigate({
            to: "/admin/game-maintenance",
            search: next === "bets" ? { tab: next } : {},
            replace: true,
          })
        }
        tabs={[
          { value: "games", label: texts.tabGames, content: <GameSwitches /> },
          { value: "bets", label: texts.tabBets, content: <BetFeed /> },
        ]}
      />
    </AdminPage>
  );
}
