import { pointsName } from "@/ui/format/points";

export const title = "Kick has ended the connection of your channel";
export const text = (since: string) =>
  `Since ${since} nobody gets ${pointsName} for chatting, and chat commands have no reply.`;
export const connect = "Connect it again";
export const askOwner = "The owner can connect it again.";
