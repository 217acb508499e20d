<<<<<<< HEAD
export const siteMaintenance = "Site maintenance";
export const houseClosedMoment = "The site is closed for maintenance";
export const somethingBeingLookedAfter =
  "We're working on the site. Your points and tickets are safe, and this page opens by itself when we're done.";
export const pleaseEnterPassword = "Please enter a password";
export const connectionErrorPleaseTry = "Connection error. Please try again.";
export const invalidPassword = "Invalid password";
export const adminPassword = "Admin password";
export const enter = "Enter";

export const music = "Music";
export const pauseMusic = "Pause music";
export const playMusic = "Play music";
export const calmMusic = "Calm music";
export const browserCannotPlay = "This browser cannot play it";
export const playing = "Playing";
export const paused = "Paused";
export const volume = "Volume";
export const percent = (volumeText: string | number) => `${volumeText} percent`;
=======
export const eyebrow = "Site maintenance";
export const heading = "We'll be back soon";
export const intro =
  "The site is closed for maintenance. Your points and tickets are safe, and this page comes back by itself when the work is done.";

export const adminPassword = "Admin password";
export const enter = "Enter";
export const passwordRequired = "Please enter a password";
export const passwordInvalid = "Invalid password";
export const noConnection = "Connection error. Please try again.";

export const music = "Music";
export const play = "Play music";
export const pause = "Pause music";
export const calmMusic = "Calm music";
export const playing = "Playing";
export const paused = "Paused";
export const cannotPlay = "This browser cannot play it";
export const volume = "Volume";
export const percent = (value: number) => `${value} percent`;
>>>>>>> main
