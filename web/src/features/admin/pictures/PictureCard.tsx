import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useId } from "react";
import { Badge } from "@/ui/Badge";
import { IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { formatMoment } from "@/ui/format/dates";
import type { PictureUse, SitePicture } from "./queries";
import * as texts from "./texts/en";
import { describeUse, placesOfUse } from "./uses";

type PictureCardProps = { picture: SitePicture; onRemove: () => void };

/** A stored picture: what it is, where it is used, and the way to remove it. */
export function PictureCard({ picture, onRemove }: PictureCardProps) {
  const { address, purpose, width, height, bytes, uploadedAt, uses } = picture;
  const name = nameOf(picture);
  const titleId = useId();
  return (
    <Card className="flex h-full flex-col overflow-hidden">
      <article aria-labelledby={titleId} className="flex flex-1 flex-col">
        <div className="relative aspect-video bg-ink-950">
          <img
            src={address}
            alt=""
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-contain p-3"
          />
        </div>
        <div className="flex flex-1 flex-col gap-2 p-4">
          <div className="flex items-start justify-between gap-3">
            <h2 id={titleId} className="min-w-0 truncate text-base" title={name}>
              {name}
            </h2>
            <Badge>{texts.purposes[purpose]}</Badge>
          </div>
          <p className="text-sm text-muted">
            {texts.sizeOf(width, height, bytes)}
            <br />
            {texts.uploadedAt(formatMoment(uploadedAt))}
          </p>
          <div className="mt-auto flex items-end justify-between gap-2">
            <div className="min-w-0 pb-2.5 text-sm">
              {uses.length === 0 ? (
                <p className="text-muted">{texts.notUsed}</p>
              ) : (
                <UseList uses={uses} />
              )}
            </div>
            <div className="flex shrink-0">
              <CopyButton text={address} what={texts.address(name)} />
              <IconButton label={texts.removeNamed(name)} onClick={onRemove}>
                <Trash2 aria-hidden="true" className="size-4.5" />
              </IconButton>
            </div>
          </div>
        </div>
      </article>
    </Card>
  );
}

/** The name of the uploaded file. */
export function nameOf({ name }: SitePicture): string {
  return name === "" ? texts.unnamed : name;
}

/** Where a picture is used, with the way there. */
export function UseList({ uses }: { uses: readonly PictureUse[] }) {
  return (
    <ul aria-label={texts.usedBy} className="flex flex-col gap-1">
      {uses.map((use) => (
        <li key={`${use.by} ${use.name}`} className="[overflow-wrap:anywhere]">
          <Link
            {...placesOfUse[use.by]}
            className="text-text underline decoration-line-strong underline-offset-4 hover:decoration-text"
          >
            {describeUse(use)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
