import { Spade } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const blackjack = defineGame({
  id: "blackjack",
  name: "Blackjack",
  path: "/games/blackjack",
  icon: Spade,
  Page: lazyPage(() => import("./BlackjackPage"), "BlackjackPage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
