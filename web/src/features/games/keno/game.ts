import { Grid3x3 } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const keno = defineGame({
  id: "keno",
  name: "Keno",
  path: "/games/keno",
  icon: Grid3x3,
  Page: lazyPage(() => import("./KenoPage"), "KenoPage"),
  TileArt: lazy(() => import("./TileArt")),
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
