import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { unlink } from "./chat";

type UnlinkDialogProps = {
  username: string;
  /** It could be linked again. */
  isEnabled: boolean;
  /** The chat answers. */
  hasCommands: boolean;
  /** It is a way to sign in. */
  signsIn: boolean;
  onClose: () => void;
  onUnlinked: () => void;
};

/** What is lost without the link, and no more than that. */
function lossText({ isEnabled, hasCommands, signsIn }: UnlinkDialogProps): string {
  const chat = hasCommands
    ? "The chat commands no longer know you"
    : "The chat no longer knows you";
  const signIn = signsIn ? ", and you can no longer sign in with Kick" : "";
  const again = isEnabled
    ? "You can link it again at any time."
    : "It cannot be linked again right now.";
  return `${chat}${signIn}. ${again}`;
}

/** Asks before the link to the chat is cut. Drawn only while it is open. */
export default function UnlinkDialog(props: UnlinkDialogProps) {
  const { username, onClose, onUnlinked } = props;
  const { failed, isBusy, submit } = useSubmit({ send: unlink, onAnswer: onUnlinked });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={`Unlink ${username}?`}
      description={lossText(props)}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            Keep it
          </Button>
          <Button tone="danger" busy={isBusy} onClick={() => void submit(null)}>
            Unlink
          </Button>
        </>
      }
    >
      {failed !== null && (
        <Notice tone="error" className="mt-5">
          {failed.failure.message}
        </Notice>
      )}
    </Dialog>
  );
}
