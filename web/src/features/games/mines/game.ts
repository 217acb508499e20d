import { Bomb } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const mines = defineGame({
  id: "mines",
  name: "Mines",
  path: "/games/mines",
  icon: Bomb,
  Page: lazyPage(() => import("./MinesPage"), "MinesPage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
