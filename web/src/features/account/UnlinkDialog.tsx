import { useMutation } from "@tanstack/react-query";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
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
  const cut = useMutation({
    mutationFn: unlink,
    onSuccess: onUnlinked,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !cut.isPending) onClose();
      }}
      title={`Unlink ${username}?`}
      description={lossText(props)}
      actions={
        <>
          <Button onClick={onClose} disabled={cut.isPending}>
            Keep it
          </Button>
          <Button tone="danger" busy={cut.isPending} onClick={() => cut.mutate()}>
            Unlink
          </Button>
        </>
      }
    >
      {cut.error !== null && (
        <Notice tone="error" className="mt-5">
          {asFailure(cut.error).message}
        </Notice>
      )}
    </Dialog>
  );
}
