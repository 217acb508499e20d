export const itemCategory = "Digital Services";
