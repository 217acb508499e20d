import * as alerts from "./kinds/alerts";
import * as giveaway from "./kinds/giveaway";
import * as goal from "./kinds/goal";
import * as lowerThird from "./kinds/lower-third";
import * as podium from "./kinds/podium";
import * as round from "./kinds/round";
import * as ticker from "./kinds/ticker";
import { later } from "./later";
import type { Kind } from "./state";
import type { OpenView } from "./view";

/** All kinds but the two largest are in the one file of the page: together they are small, and none can be missing later. */
export const kinds: Readonly<Record<Kind, { open: OpenView }>> = {
  banner: { open: later(() => import("./kinds/banner")) },
  lower_third: lowerThird,
  ticker,
  podium,
  giveaway,
  hunt: { open: later(() => import("./kinds/hunt")) },
  goal,
  alerts,
  round,
};
