export const statement = "Statement";
