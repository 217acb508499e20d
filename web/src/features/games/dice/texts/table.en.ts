export const all = "the whole table";
export const returns = "what it returns";
