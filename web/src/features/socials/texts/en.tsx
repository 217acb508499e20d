import type { ReactNode } from "react";

export const liveStream = "Live stream";
export const whereAllHappensFollow = "Where it all happens. Follow to know when it goes live.";
export const chatServer = "Chat server";
export const communityBetweenStreamsTickets =
  "The community between streams, and tickets for claims.";
export const winsBonusHuntsLife = "Wins, bonus hunts and life off stream.";
export const shortPosts = "Short posts";
export const announcementsFirstOddOpinion = "Announcements first, and the odd opinion.";
export const anotherPlaceCommunity = "Another community page.";
export const community = "Community";
export const socials = "Socials";
export const houseOneSeveralPlaces = "More places to find the community.";
export const theLinks = "The links";
export const placesFollow = "Places to follow";
export const noLinksYet = "No links yet";
export const streamerHasNotNamed = "The streamer hasn't added any links yet.";
export const opensNewTab = " (opens in a new tab)";
export const affiliate = "Affiliate";
export const supportStream = (casinoName: string | number) => `Support the stream at ${casinoName}`;
export const affiliateLinkStreamerEarns = (part: ReactNode) => (
  <>
    An affiliate link: the streamer earns from those who sign up there{part}. Only for adults, where
    it is legal. Set yourself healthy limits.
  </>
);
export const loadingLinks = "Loading the links";
