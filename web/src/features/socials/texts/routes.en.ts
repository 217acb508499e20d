export const title = "Socials";
