import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import type { CallFailure } from "@/wire/failure";
import { ChangeFailure } from "../shell/ChangeFailure";
import { type PicturePurpose, type SitePicture, uploadPicture } from "./queries";
import * as texts from "./texts/upload.en";

export type PictureUpload = {
  isBusy: boolean;
  /** Why the last file was not stored. */
  failure: CallFailure | null;
  send: (file: File) => void;
};

/** Uploads files that are chosen, one at a time. */
export function usePictureUpload(
  purpose: PicturePurpose,
  onUploaded: (picture: SitePicture) => void,
): PictureUpload {
  const { failed, isBusy, submit } = useSubmit({ send: uploadPicture, onAnswer: onUploaded });
  return {
    isBusy,
    failure: isBusy ? null : (failed?.failure ?? null),
    send: (file) => void submit({ file, purpose }),
  };
}

type UploadButtonProps = {
  upload: PictureUpload;
  label: string;
  /** Name of the browser's own field, which the button opens. */
  fileLabel?: string;
  disabled?: boolean;
};

/** Lets a picture be chosen, and uploads it at once. */
export function UploadButton({
  upload,
  label,
  fileLabel = texts.file,
  disabled = false,
}: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        className="sr-only"
        tabIndex={-1}
        aria-label={fileLabel}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) upload.send(file);
          target.value = "";
        }}
      />
      <Button
        size="sm"
        busy={upload.isBusy}
        disabled={disabled}
        onClick={() => input.current?.click()}
        icon={<ImagePlus aria-hidden="true" className="size-4" />}
      >
        {label}
      </Button>
    </>
  );
}

/** Why the last upload failed. */
export function UploadFailure({ upload: { failure } }: { upload: PictureUpload }) {
  if (failure === null) return null;
  return (
    <p role="alert" className="mt-1.5 text-sm text-loss">
      <ChangeFailure failure={failure} />
    </p>
  );
}
