export const leaderboard = "Leaderboard";
export const pointsLeaderboard = "Points leaderboard";
