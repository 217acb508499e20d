export const sessionHadEndedSo = "Your session had ended, so this was not done. Please try again.";
export const bearer = (token: string | number) => `Bearer ${token}`;
export const adminSessionHasEnded = "Your admin session has ended. Please log in again.";
