export const thereNoPageHere = "There is no page here";
export const backHome = "Back to home";
export const addressMayMisspelledPage =
  "The address may be misspelled, or the page has moved. Error 404.";
