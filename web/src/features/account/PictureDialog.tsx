import { ImageUp, Trash2 } from "lucide-react";
import { type DragEvent, useEffect, useState } from "react";
import { useSubmit } from "@/data/use-submit";
import { takePicture } from "@/features/session/renewal";
import type { Member } from "@/features/session/store";
import { Avatar } from "@/ui/art/Avatar";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { Dialog } from "@/ui/Dialog";
import { BRIEF_MESSAGE_MS, Message, useMessage } from "@/ui/Message";
import { answer, api } from "@/wire/http";
import * as texts from "./texts/en";

/** Largest picture, in bytes. */
const PICTURE_BYTES_MAX = 5 * 1024 * 1024;

type PictureDialogProps = {
  member: Member;
  onClose: () => void;
  /** Called with what to say once the picture has changed. */
  onDone: (text: string) => void;
};

/** A picked file with its address for the preview. */
type Chosen = { file: File; address: string };

/** A new profile picture: dropped or picked, looked at, then sent. Drawn only while it is open. */
export default function PictureDialog({ member, onClose, onDone }: PictureDialogProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { message, say, hush } = useMessage(BRIEF_MESSAGE_MS);
  // A file replaces the picture, and null removes it.
  const { isBusy, running, submit } = useSubmit({
    send: (file: File | null) => (file === null ? removePicture() : sendPicture(file)),
    onAnswer: (picture) => {
      takePicture(picture);
      onDone(picture === null ? texts.pictureRemoved : texts.pictureSaved);
    },
    onFailure: ({ failure: { said } }) => say("error", said ?? texts.pictureFailed),
  });

  useEffect(() => {
    if (chosen !== null) return () => URL.revokeObjectURL(chosen.address);
  }, [chosen]);

  const choose = (file: File | undefined) => {
    if (file === undefined) return;
    hush();
    const problem = problemOf(file);
    if (problem !== null) say("error", problem);
    else setChosen({ file, address: URL.createObjectURL(file) });
  };
  const isUploading = isBusy && running !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose();
      }}
      title={texts.pictureTitle}
      description={texts.pictureHint}
    >
      <div className="mt-5 flex flex-col gap-4">
        <DropZone busy={isBusy} onFile={choose}>
          <Preview
            chosen={chosen}
            member={member}
            onBroken={() => {
              setChosen(null);
              say("error", texts.notAnImage);
            }}
          />
          <DropText chosen={chosen} />
        </DropZone>
        <Message message={message} isBare />
        <div className="flex flex-col-reverse gap-3 sm:flex-row">
          {(member.profilePicture ?? null) !== null && (
            <Button
              tone="ghost"
              icon={<Trash2 aria-hidden="true" className="size-4.5" />}
              busy={isBusy && !isUploading}
              disabled={isBusy}
              onClick={() => void submit(null)}
              className="sm:mr-auto"
            >
              {texts.removePicture}
            </Button>
          )}
          <Button
            tone="gold"
            icon={<ImageUp aria-hidden="true" className="size-4.5" />}
            busy={isUploading}
            disabled={chosen === null || isBusy}
            onClick={() => {
              if (chosen !== null) void submit(chosen.file);
            }}
            className="sm:ml-auto"
          >
            {isUploading ? texts.uploadingPicture : texts.savePicture}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function DropText({ chosen }: { chosen: Chosen | null }) {
  return (
    <span className="flex min-w-0 max-w-full flex-col gap-0.5">
      <span className="text-sm font-semibold">
        {chosen === null ? (
          <>
            <span className="pointer-coarse:hidden">{texts.dropPicture}</span>
            <span className="pointer-fine:hidden">{texts.selectPicture}</span>
          </>
        ) : (
          texts.pictureChosen
        )}
      </span>
      {chosen === null ? (
        <span className="text-sm text-muted pointer-coarse:hidden">
          {texts.orSelectPicture((text) => (
            <span className="text-text underline underline-offset-4">{text}</span>
          ))}
        </span>
      ) : (
        <span className="truncate text-sm text-muted">{chosen.file.name}</span>
      )}
    </span>
  );
}

type PreviewProps = { chosen: Chosen | null; member: Member; onBroken: () => void };

/** The picked picture, or the one that stands. */
function Preview({ chosen, member, onBroken }: PreviewProps) {
  const look = "size-28 ring-1 ring-line-strong";
  if (chosen === null)
    return (
      <Avatar name={member.username} picture={member.profilePicture ?? null} className={look} />
    );
  return (
    <img
      src={chosen.address}
      alt={texts.picturePreview}
      // Whatever the file calls itself, this browser sees no image in it.
      onError={onBroken}
      className={`rounded-full bg-ink-800 object-cover ${look}`}
    />
  );
}

type DropZoneProps = {
  busy: boolean;
  onFile: (file: File | undefined) => void;
  children: React.ReactNode;
};

/** A file field over all of its picture: it takes clicks, the keyboard, and what is dropped on it. */
function DropZone({ busy, onFile, children }: DropZoneProps) {
  const [isOver, setOver] = useState(false);

  // A file that misses the zone would otherwise be opened in place of the site.
  useEffect(() => {
    const ignore = (event: Event) => event.preventDefault();
    window.addEventListener("dragover", ignore);
    window.addEventListener("drop", ignore);
    return () => {
      window.removeEventListener("dragover", ignore);
      window.removeEventListener("drop", ignore);
    };
  }, []);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!busy) onFile(event.dataTransfer.files[0]);
  };

  return (
    <div
      className={cx(
        "relative flex flex-col items-center gap-4 rounded-lg border border-dashed px-4 py-7 text-center transition-colors",
        "has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-gold-300",
        isOver
          ? "border-gold-400 bg-gold-400/8"
          : "border-line-strong bg-ink-900 hover:border-ink-600 hover:bg-ink-800",
      )}
    >
      <input
        type="file"
        accept="image/*"
        aria-label={texts.pictureField}
        disabled={busy}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onDragOver={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file can be picked again after it was refused.
          event.target.value = "";
        }}
      />
      {children}
    </div>
  );
}

function problemOf(file: File): string | null {
  if (!file.type.startsWith("image/")) return texts.notAnImage;
  if (file.size >= PICTURE_BYTES_MAX) return texts.pictureTooLarge;
  return null;
}

/** Returns the address of the picture, as all members see it. */
async function sendPicture(file: File): Promise<string> {
  const form = new FormData();
  form.append("profilePicture", file);
  const call = api.POST("/api/auth/upload-profile-picture", {
    // The description has the field by its name only; the form carries the file itself.
    body: { profilePicture: file.name },
    bodySerializer: () => form,
  });
  return (await answer(call)).profilePicture;
}

async function removePicture(): Promise<null> {
  await answer(api.DELETE("/api/auth/profile-picture"));
  return null;
}
