import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { unlink } from "./chat";
import * as texts from "./texts/chat.en";

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

/** Asks before the link to the chat is cut. Drawn only while it is open. */
export default function UnlinkDialog(props: UnlinkDialogProps) {
  const { username, isEnabled, hasCommands, signsIn, onClose, onUnlinked } = props;
  const { failed, isBusy, submit } = useSubmit({ send: unlink, onAnswer: onUnlinked });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.unlinkNamed(username)}
      description={texts.unlinkText(hasCommands, signsIn, isEnabled)}
      actions={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {texts.keep}
          </Button>
          <Button tone="danger" busy={isBusy} onClick={() => void submit(null)}>
            {texts.unlink}
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
