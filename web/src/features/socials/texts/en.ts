import type { components } from "@/wire/schema";

type SiteLinkKind = components["schemas"]["SiteLinkKind"];
type Kind = { name: string; about: string };

export const pageTitle = "Socials";
export const eyebrow = "Community";
export const intro = "Follow the stream and the community on other sites.";

export const theLinks = "The links";
export const loading = "Loading the links";
export const places = "Places to follow";
export const noLinks = "No links yet";
export const noLinksHint = "Links to the streamer's channels will appear here.";
export const newTab = " (opens in a new tab)";

export const kinds: Readonly<Record<SiteLinkKind, Kind>> = {
  kick: { name: "Live stream", about: "Follow to hear when the stream goes live." },
  twitch: { name: "Live stream", about: "Follow to hear when the stream goes live." },
  youtube: { name: "Videos", about: "Highlights and whole streams to watch again." },
  tiktok: { name: "Clips", about: "Short clips of the best moments." },
  discord: {
    name: "Chat server",
    about: "Meet the community between streams, and open tickets for claims.",
  },
  x: { name: "Short posts", about: "Announcements and short updates." },
  instagram: { name: "Photos", about: "Wins, bonus hunts and life off stream." },
  website: { name: "Link", about: "Another place to follow." },
};

export const affiliate = "Affiliate";
export const supportStream = (casino: string) => `Support the stream at ${casino}`;
export const affiliateHint = (hasCode: boolean) =>
  hasCode
    ? "An affiliate link: the streamer earns from those who sign up there with the code. Only for adults, where it is legal. Set yourself healthy limits."
    : "An affiliate link: the streamer earns from those who sign up there. Only for adults, where it is legal. Set yourself healthy limits.";
