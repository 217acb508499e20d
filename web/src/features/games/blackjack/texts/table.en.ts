export const all = "the whole table";
