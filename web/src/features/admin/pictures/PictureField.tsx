import { ImageOff } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { Field } from "@/ui/Field";
import { Picture } from "@/ui/Picture";
import { pictureAddress } from "@/ui/picture-address";
import * as texts from "./texts/upload.en";
import { type PictureUpload, UploadButton, UploadFailure } from "./UploadButton";

type PictureFieldProps = Omit<ComponentProps<typeof Field>, "inputMode" | "suffix"> & {
  /** What the field holds now. */
  address: string;
  upload: PictureUpload;
};

/** The address of a picture: typed, or that of a file that is uploaded. */
export function PictureField({ address, upload, className, ...field }: PictureFieldProps) {
  return (
    <div className={cx("min-w-0", className)}>
      <div className="flex items-start gap-3">
        <Picture
          address={pictureAddress(address)}
          fallback={
            <span className="absolute inset-0 flex items-center justify-center bg-ink-800">
              <ImageOff aria-hidden="true" className="size-5 text-faint" />
            </span>
          }
          className="mt-7 h-12 w-16 shrink-0 rounded-md"
        />
        <Field
          {...field}
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          maxLength={500}
          className="min-w-0 flex-1"
          suffix={
            <span className="mr-1 shrink-0">
              <UploadButton upload={upload} label={address === "" ? texts.upload : texts.replace} />
            </span>
          }
        />
      </div>
      <UploadFailure upload={upload} />
    </div>
  );
}
