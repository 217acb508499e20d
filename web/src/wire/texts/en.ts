export const somethingWentWrongPlease = "Something went wrong. Please try again.";

export const serverTookTooLong = "The server took too long to answer. Please try again.";
export const connectionLostPleaseCheck =
  "Connection lost. Please check your internet connection and try again.";
export const pleaseLog = "Please log in";
export const serverSentEmptyAnswer = "The server sent an empty answer. Please try again.";
export const serverCouldNotDo = "The server could not do that right now. Please try again.";

export const weDontKnowYet =
  "We don't know yet whether it went through. You can try again: it happens only once.";
export const weDontKnowYetWhether =
  "We don't know yet whether it went through. Check before you try again.";
export const sessionHasEndedPlease = "Your session has ended. Please log in again.";
