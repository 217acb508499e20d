import { PawPrint } from "lucide-react";
import { lazy } from "react";
import { lazyPage } from "@/ui/lazy-page";
import { defineGame } from "../common/game";

export const slot = defineGame({
  id: "slot",
  name: "Downunder Dawgs",
  path: "/slots/downunder-dawgs",
  icon: PawPrint,
  Page: lazyPage(() => import("./SlotPage"), "SlotPage"),
  TileArt: lazy(() => import("./TileArt")),
  isWide: true,
  Odds: lazy(() => import("./OddsTables")),
  checker: async () => (await import("./check/checker")).checker,
});
