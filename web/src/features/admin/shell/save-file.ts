/** By then every browser has taken the file: some have not yet when the press is over. */
const TAKEN_MS = 60_000;

/** Hands a table to the browser as a file to keep. */
export function saveAsFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS);
}
