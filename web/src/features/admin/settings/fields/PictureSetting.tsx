import { ImageUp, Trash2 } from "lucide-react";
import { useId, useRef } from "react";
import { useSubmit } from "@/data/use-submit";
import { Button } from "@/ui/Button";
import { ChangeFailure } from "../../shell/ChangeFailure";
import { useSetting } from "../form";
import { type PicturePurpose, uploadPicture } from "../queries";
import { brand as texts } from "../texts/sections.en";

type PictureSettingProps = { path: string; purpose: PicturePurpose; label: string; hint: string };

/** A picture of the site: uploaded at once, in force when the form is saved. */
export function PictureSetting({ path, purpose, label, hint }: PictureSettingProps) {
  const { value, change, error, isLocked, lockNote } = useSetting(path);
  const { failed, isBusy, submit } = useSubmit({
    send: uploadPicture,
    onAnswer: ({ address }) => change(address),
  });
  const input = useRef<HTMLInputElement>(null);
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
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          className="sr-only"
          tabIndex={-1}
          aria-label={texts.pictureFile(label)}
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file !== undefined) void submit({ file, purpose });
            target.value = "";
          }}
        />
        <Button
          size="sm"
          busy={isBusy}
          disabled={isLocked}
          onClick={() => input.current?.click()}
          icon={<ImageUp aria-hidden="true" className="size-4" />}
        >
          {address === "" ? texts.pictureUpload(label) : texts.pictureReplace(label)}
        </Button>
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
      {failed !== null && !isBusy && (
        <p role="alert" className="mt-1.5 text-sm text-loss">
          <ChangeFailure failure={failed.failure} />
        </p>
      )}
      {error !== undefined && (
        <p role="alert" className="mt-1.5 text-sm text-loss">
          {error}
        </p>
      )}
    </fieldset>
  );
}
