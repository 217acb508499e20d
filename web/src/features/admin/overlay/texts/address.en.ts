import { formatNumber } from "@/ui/format/numbers";

export const title = "Address";
export const lead = "Paste it into a browser source of your broadcast software.";
export const theAddresses = "The addresses";
export const loading = "Loading the address";
export const saveFirst = "Save your changes first. Then you can make an address for this source.";
export const none = "This source has no address yet, so nobody can open it.";
export const make = "Make the address";
export const made = "The address is ready.";
export const renewed = "The address is renewed. Paste the new one into your broadcast software.";
export const revoked = "The address is revoked.";
export const endedElsewhere = "The address ended in another window. It can't be opened any more.";
export const address = "Address";
export const hidden = "Hidden while you stream";
export const show = "Show the address";
export const hide = "Hide the address";
export const madeAt = (moment: string) => `Made ${moment}`;
export const open = (count: number) =>
  count === 1 ? "Open in 1 place" : `Open in ${formatNumber(count)} places`;
export const notOpen = "Not open anywhere";
export const size = "Canvas size";
export const sizes = {
  "1920x1080": "1920 × 1080",
  "1280x720": "1280 × 720",
  "2560x1440": "2560 × 1440",
  "1080x1920": "1080 × 1920",
};
export const sizeHint = "Enter the width and the height of your scene: the source places itself.";
export const width = "Width";
export const height = "Height";
export const pixels = (count: string) => `${count} px`;
export const test = "Send a test event";
export const testHint = "Only this source shows it, with a mark that it's a test.";
export const testClosed = "Open the source in your broadcast software first.";
export const testUnsaved = "The test shows the saved settings, not your changes.";
export const tested = (count: number) =>
  count === 0
    ? "The source isn't open anywhere any more: nobody has seen the test."
    : `Test sent. ${open(count)}.`;
export const renew = "Renew address";
export const renewTitle = (name: string) => `Renew the address of “${name}”?`;
export const renewText =
  "The old address ends at once: the source disappears from your broadcast until you paste the new one.";
export const revoke = "Revoke";
export const revokeTitle = (name: string) => `Revoke the address of “${name}”?`;
export const revokeText =
  "The address ends at once, and the source disappears from your broadcast. You can make a new one later.";
