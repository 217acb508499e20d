<<<<<<< HEAD
export const socials = "Socials";
=======
export const title = "Socials";
>>>>>>> main
