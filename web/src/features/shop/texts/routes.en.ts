import { PointsName } from "@/ui/format/points";
export const pointsShop = `${PointsName} Shop`;
