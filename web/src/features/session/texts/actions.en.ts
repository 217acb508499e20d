export const sessionEnded = "Your session has ended. Please log in again.";
