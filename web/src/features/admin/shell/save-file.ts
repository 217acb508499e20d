/** By then every browser has taken the file: some have not yet when the press is over. */
const TAKEN_MS = 60_000;

/** Hands a table to the browser as a file to keep. */
export function saveAsFile(name: string, text: string): void {
  save(name, new Blob([text], { type: "text/csv;charset=utf-8" }));
}

/** The same for a table that the server has written, as it came. */
export function saveTable(name: string, bytes: ArrayBuffer): void {
  save(name, new Blob([bytes], { type: "text/csv;charset=utf-8" }));
}

/** The same for what somebody else has written, as it came. */
export function saveBytes(name: string, bytes: ArrayBuffer): void {
  save(name, new Blob([bytes], { type: "application/octet-stream" }));
}

/** The same for data that is read by programs. */
export function saveJson(name: string, data: unknown): void {
  const text = JSON.stringify(data, null, 2);
  save(name, new Blob([text], { type: "application/json" }));
}

function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS);
}
