import { Rocket } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const limbo = defineGame({
  id: "limbo",
  name: "Limbo",
  path: "/games/limbo",
  icon: Rocket,
  Page: lazyPage(() => import("./LimboPage"), "LimboPage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
