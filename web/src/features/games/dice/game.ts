import { Dices } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const dice = defineGame({
  id: "dice",
  name: "Dice",
  path: "/games/dice",
  icon: Dices,
  Page: lazyPage(() => import("./DicePage"), "DicePage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
