export const file = "Picture file";
export const tooLarge = "This file has more than 5 MB. Choose a smaller one.";
export const upload = "Upload";
export const replace = "Replace";
