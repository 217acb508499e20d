import { pointsName } from "@/ui/format/points";

export const inactive = `Your account is inactive. You can look around, download your data and delete the account, but you can't earn or spend ${pointsName} or change your details. Please contact the streamer.`;
