import { CircleDot } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const roulette = defineGame({
  id: "roulette",
  name: "Roulette",
  path: "/games/roulette",
  icon: CircleDot,
  Page: lazyPage(() => import("./RoulettePage"), "RoulettePage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
