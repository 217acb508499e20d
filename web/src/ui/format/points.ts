import { documentSettings } from "./document-settings";
import { formatCount, plural } from "./words";

/** What the site's points are called: one of them, and several. */
export const { point: pointName = "point", points: pointsName = "points" } = documentSettings;

/** The same at the start of a sentence or a title; the build's placeholder becomes "{Points}". */
export const PointsName = pointsName.replace(/^\{?./u, (start) => start.toUpperCase());

/** The name that goes with a count. */
export const namePoints = (count: number) => plural(count, pointName, pointsName);

/** A count with its name: "1 point", "1,200 points". */
export const formatPointCount = (count: number) => formatCount(count, pointName, pointsName);
