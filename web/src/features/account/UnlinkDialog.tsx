import { useMutation } from "@tanstack/react-query";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
import { unlink } from "./chat";

type UnlinkDialogProps = { username: string; onClose: () => void; onUnlinked: () => void };

/** Asks before the link to the chat is cut. Drawn only while it is open. */
export default function UnlinkDialog({ username, onClose, onUnlinked }: UnlinkDialogProps) {
  const cut = useMutation({
    networkMode: "always",
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
      description="The chat commands no longer know you, and you can no longer sign in with Kick. You can link it again at any time."
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
