export const yoursSpend = "Yours to spend";
