import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Button } from "@/ui/Button";
import type { PicturePurpose } from "../../pictures/queries";
import { UploadButton, UploadFailure, usePictureUpload } from "../../pictures/UploadButton";
import { useSetting } from "../form";
import { brand as texts } from "../texts/sections.en";

type PictureSettingProps = { path: string; purpose: PicturePurpose; label: string; hint: string };

/** A picture of the site: uploaded at once, in force when the form is saved. */
export function PictureSetting({ path, purpose, label, hint }: PictureSettingProps) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const upload = usePictureUpload(purpose, (picture) => change(picture.address));
  const id = useId();
  const address = typeof value === "string" ? value : "";
  return (
    <fieldset aria-describedby={`${id}-hint`} disabled={isLocked}>
      <legend className="text-sm font-medium text-text">{label}</legend>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        {address !== "" && (
          <img
            src={address}
            alt={texts.pictureNow(label)}
            className="max-h-16 max-w-40 rounded-md bg-ink-850 object-contain p-1"
          />
        )}
        <UploadButton
          upload={upload}
          label={address === "" ? texts.pictureUpload(label) : texts.pictureReplace(label)}
          fileLabel={texts.pictureFile(label)}
          disabled={isLocked}
        />
        {address !== "" && (
          <Button
            size="sm"
            tone="ghost"
            disabled={isLocked}
            onClick={() => change("")}
            icon={<Trash2 aria-hidden="true" className="size-4" />}
          >
            {texts.pictureRemove(label)}
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {lockNote ?? hint}
      </p>
      <UploadFailure upload={upload} />
      {error !== undefined && (
        <p role="alert" className="mt-1.5 text-sm text-loss">
          {error}
        </p>
      )}
    </fieldset>
  );
}
