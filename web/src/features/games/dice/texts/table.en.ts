export const anything = "anything";
export const returns = "what it returns";
