import { Triangle } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const plinko = defineGame({
  id: "plinko",
  name: "Plinko",
  path: "/games/plinko",
  icon: Triangle,
  Page: lazyPage(() => import("./PlinkoPage"), "PlinkoPage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
