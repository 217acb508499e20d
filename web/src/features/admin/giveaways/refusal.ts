import type { CallFailure } from "@/wire/failure";

/** Why a giveaway could not be saved, as the window says it. */
export type Refusal = {
  title: "Server Error" | "Save Failed" | "Connection Error";
  text: string;
  /** The answer, word for word; empty where the text says it all. */
  body: string;
  /** Nobody knows whether it was saved. */
  isUncertain: boolean;
};

const unknownText = "Unknown error occurred while saving the giveaway.";
const connectionText =
  "Unable to connect to the server. Please check your internet connection and try again.";

export function describeRefusal({ body, isLost, said, status }: CallFailure): Refusal {
  if (isLost)
    return { title: "Connection Error", text: connectionText, body: "", isUncertain: true };
  const isUnderstood = said !== null && status < 500;
  if (status >= 400 && !isUnderstood)
    return { title: "Server Error", text: `Status ${status}`, body, isUncertain: status >= 500 };
  return { title: "Save Failed", text: said ?? unknownText, body: "", isUncertain: false };
}
