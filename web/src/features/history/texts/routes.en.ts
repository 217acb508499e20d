export const history = "History";
