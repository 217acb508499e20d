/** By the names of the server. */
export const stages: Readonly<Record<string, string>> = {
  writing: "Writing the backup",
  "reading it back": "Checking what was written",
  "receiving the file": "Uploading",
  "reading the backup": "Reading the backup",
  "checking the backup": "Checking the backup",
  "copying the backup": "Copying the backup",
  "filling the index": "Restoring the data",
  "checking the copy": "Checking the data",
};
export const working = "Working";
export const progress = "Progress";
export const doneOf = (stage: string, done: string, total: string, isEstimate: boolean) =>
  isEstimate ? `${stage}: ${done} of about ${total}` : `${stage}: ${done} of ${total}`;
export const done = (stage: string, bytes: string) => `${stage}: ${bytes}`;
export const timeLeft = (time: string) => `, ${time} left`;
