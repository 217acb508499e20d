export const refused = "Your session had ended, so this was not done. Please try again.";
export const ended = "Your admin session has ended. Please log in again.";
