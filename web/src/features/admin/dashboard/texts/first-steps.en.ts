import { pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const firstSteps = "First steps";
export const lead = "What a new site still needs. Finished steps are ticked by themselves.";
export const doneOf = (done: number, all: number) => `${done} of ${all} done`;
export const hide = "Hide";
export const hideStep = (title: string) => `Hide: ${title}`;
export const hiddenCount = (count: number) => formatCount(count, "hidden step");
export const showStep = (title: string) => `Show again: ${title}`;
export const show = "Show again";
/** Before the title of a step, for screen readers. */
export const isDone = "Done: ";
export const isOpen = "To do: ";

export const steps = {
  public_address: {
    title: "Set the public address",
    why: "Links in emails and on the stream overlay need the address that members type.",
    action: "Set the address",
  },
  email: {
    title: "Set up email",
    why: "Without it, members can't confirm their address or reset a password. Send yourself a test email to finish this step.",
    action: "Set up email",
  },
  backup_elsewhere: {
    title: "Keep a backup somewhere else",
    why: "Nightly backups are on the same disk as the site. Ticked after the first copy to another place.",
    action: "See backups",
  },
  key_copy: {
    title: "Keep a copy of the key",
    why: "It seals the seeds of draws in every backup. Without it a restored site loses them. Ticked after pointhouse key export.",
    action: "How to copy it",
  },
  overlay: {
    title: "Add the overlay to OBS",
    why: "It shows your site, open giveaways and challenges to everyone who watches. Ticked when OBS first loads it.",
    action: "Show the overlay",
  },
  chat: {
    title: "Connect your Kick chat",
    why: `Members link their accounts, use commands and earn ${pointsName} in your chat.`,
    action: "Connect the chat",
  },
  giveaway: {
    title: "Create your first giveaway",
    why: "A free giveaway gives viewers a reason to sign up.",
    action: "Create a giveaway",
  },
} as const;
