import { Dices } from "lucide-react";
import { lazy } from "react";
import { labelOf, showGames } from "../games/labels";
import type { Section } from "../section";
import * as texts from "../texts/games.en";

// The largest form, which the others don't load.
const GamesForm = lazy(async () => ({ default: (await import("../games/GamesForm")).GamesForm }));

export const games: Section = {
  name: "games",
  title: texts.title,
  lead: texts.lead,
  Icon: Dices,
  Form: GamesForm,
  label: labelOf,
  show: showGames,
};
