import { ImageOff } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
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

/** How long nothing is typed before the picture is loaded. */
const PAUSE_MS = 800;

/** The address of a picture: typed, or that of a file that is uploaded. */
export function PictureField({ address, upload, className, onBlur, ...field }: PictureFieldProps) {
  const { shown, begin, end } = useTyped(address);
  return (
    <div className={cx("min-w-0", className)}>
      <div className="flex items-start gap-3">
        <Picture
          address={wholeAddress(shown)}
          fallback={
            <span className="absolute inset-0 flex items-center justify-center bg-ink-800">
              <ImageOff aria-hidden="true" className="size-5 text-faint" />
            </span>
          }
          className="mt-7 h-12 w-16 shrink-0 rounded-md"
        />
        <Field
          {...field}
          onInput={begin}
          onBlur={(event) => {
            end();
            onBlur?.(event);
          }}
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

/** The address as it was before the typing began, until that has paused or ended. */
function useTyped(address: string) {
  const [isTyping, setTyping] = useState(false);
  const [shown, setShown] = useState(address);
  if (!isTyping && shown !== address) setShown(address);
  const pause = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(pause.current), []);
  const end = () => {
    window.clearTimeout(pause.current);
    setTyping(false);
  };
  const begin = () => {
    window.clearTimeout(pause.current);
    pause.current = window.setTimeout(end, PAUSE_MS);
    setTyping(true);
  };
  return { shown, begin, end };
}

/** An address that may have a picture; null for one that is not complete: a host alone has none. */
function wholeAddress(address: string): string | null {
  const isWhole = /^(https:\/\/[^\s/]+\.[^\s/]+\/[^\s/]|\/api\/site\/pictures\/\d+\.\w+$)/.test(
    address,
  );
  return isWhole ? pictureAddress(address) : null;
}
