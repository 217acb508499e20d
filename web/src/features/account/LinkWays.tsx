import { ExternalLink } from "lucide-react";
import { useKickVisit } from "@/features/session/kick-visit";
import { Button } from "@/ui/Button";
import { CopyButton } from "@/ui/CopyButton";
import type { Say } from "@/ui/Message";
import { startLink } from "./chat";
import * as texts from "./texts/chat.en";

type LinkWaysProps = {
  /** What to write in the chat; null while nobody answers there. */
  command: string | null;
  /** Members may sign in with Kick. */
  signIn: boolean;
  /** Something else on the card is to be done first. */
  isSecond: boolean;
  say: Say;
};

/** The two ways to link: Kick itself says who it is, or a line in the chat that is confirmed here. */
export function LinkWays({ command, signIn, isSecond, say }: LinkWaysProps) {
  return (
    <>
      <div className="mt-5">
        <LinkButton isSecond={isSecond} say={say} />
        <p className="mt-3 text-sm text-muted">{texts.linkHint(signIn)}</p>
      </div>
      {command !== null && <Command command={command} say={say} />}
    </>
  );
}

function Command({ command, say }: { command: string; say: Say }) {
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="text-sm font-medium">{texts.orWrite}</p>
      <div className="well mt-1.5 flex items-center justify-between gap-3 rounded-md py-0.5 pr-1 pl-4">
        <span className="min-w-0 truncate font-mono text-base">{command}</span>
        <CopyButton
          text={command}
          what={texts.command}
          onOutcome={(outcome) =>
            outcome === "copied"
              ? say("success", texts.commandCopied)
              : say("error", texts.commandNotCopied)
          }
        />
      </div>
      <p className="mt-1.5 text-sm text-muted">{texts.orWriteHint}</p>
    </div>
  );
}

/** Leads to Kick, whose word also takes the place of what the chat said. */
export function LinkButton({ isSecond, say }: Pick<LinkWaysProps, "isSecond" | "say">) {
  const { isLeaving, leave } = useKickVisit(startLink, ({ message }) => say("error", message));
  return (
    <Button
      tone={isSecond ? "quiet" : "gold"}
      busy={isLeaving}
      onClick={leave}
      icon={<ExternalLink aria-hidden="true" className="size-4" />}
    >
      {isLeaving ? texts.openingKick : texts.linkWithKick}
    </Button>
  );
}
