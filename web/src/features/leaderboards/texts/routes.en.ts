import { PointsName } from "@/ui/format/points";
export const leaderboard = "Leaderboard";
export const pointsLeaderboard = `${PointsName} leaderboard`;
