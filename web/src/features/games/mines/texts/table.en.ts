export const all = "the whole table";
export const cashOutAtCap = "whether it cashes out at the cap";
export const tiles = "how many tiles there are";
export const returns = "what it returns";
export const turnRule = "its turn rule";
export const caps = "its caps";
