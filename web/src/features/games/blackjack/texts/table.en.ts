export const anything = "anything";
