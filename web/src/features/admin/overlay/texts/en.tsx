import type { ReactNode } from "react";
import { pointsName } from "@/ui/format/points";

export const overlay = "Stream Overlay";
export const lead = `A moving banner for your broadcast: your site, open challenges and giveaways, top ${pointsName} and how to sign up. It needs no login and updates by itself.`;

export const address = "Address";
export const addressHint = "The same for every size: the overlay fits itself to its source.";
export const width = "Width";
export const height = "Height";
export const pixels = (count: number) => `${count} px`;
export const size = "Size";
export const sizes = {
  screen: {
    label: "Full screen",
    about: "Covers the whole scene, with the banner at its lower edge.",
  },
  banner: { label: "Banner", about: "Only the banner, to be placed anywhere across the scene." },
  column: { label: "Column", about: "An upright card for a corner or beside the game." },
  vertical: {
    label: "Vertical video",
    about: "For upright streams, with the card at the lower edge.",
  },
} as const;

export const preview = "Preview";
export const previewOf = (label: string) => `Preview of the overlay, ${label}`;
export const previewHint =
  "Live, as OBS shows it. The background is transparent on stream. Each of its five scenes is shown for 4 seconds.";
export const openAlone = "Open in a new tab";

export const noAddress = (link: ReactNode) => (
  <>
    Your site has no public address yet. The address below is the one that you opened this panel at:
    it may not work on another computer, and viewers don't see where to sign up. {link}
  </>
);
export const setAddress = "Set the public address";

export const inUse = "OBS has loaded the overlay";
export const notInUse = "Not loaded by OBS yet";

export const addToObs = "Add it to OBS";
export const steps = {
  add: (name: ReactNode) => <>In OBS, select the + under Sources and choose {name}.</>,
  browser: "Browser",
  name: "Enter a name for the source, such as “Overlay”, and select OK.",
  url: (name: ReactNode) => <>Paste the address above into {name}.</>,
  urlField: "URL",
  size: (width: ReactNode, height: ReactNode) => (
    <>
      Enter {width} as width and {height} as height.
    </>
  ),
  keep: (name: ReactNode) => (
    <>Leave {name} as it is: OBS uses it to keep the background transparent.</>
  ),
  keepField: "Custom CSS",
  order: "Select OK, and drag the source to the top of the list so that nothing covers it.",
};
export const otherSoftware =
  "Streamlabs and other broadcast software have the same fields under “Browser Source”.";
