import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Message, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { ToggleGroup } from "@/ui/ToggleGroup";
import { AdminPage } from "../shell/AdminPage";
import { SettingsTrail } from "../shell/SettingsTrail";
import { nameOf, PictureCard, UseList } from "./PictureCard";
import { type PicturePurpose, removePicture, type SitePicture, usePictures } from "./queries";
import * as texts from "./texts/en";
import { UploadButton, UploadFailure, usePictureUpload } from "./UploadButton";

type Say = ReturnType<typeof useMessage>["say"];

const filters = [
  { value: "all", label: texts.all },
  { value: "unused", label: texts.unused },
] as const;
type Filter = (typeof filters)[number]["value"];

/** Pictures of the brand are uploaded with its settings, which have no field for an address. */
const purposes: readonly { value: PicturePurpose; label: string }[] = [
  { value: "item", label: texts.purposes.item },
  { value: "challenge", label: texts.purposes.challenge },
];

/** /admin/settings/pictures: what was uploaded, where it is used, and what can be removed. */
export function PicturesPage() {
  const query = usePictures();
  const { message, say } = useMessage();
  return (
    <>
      <SettingsTrail title={texts.pictures} />
      <AdminPage title={texts.pictures} lead={texts.lead}>
        <div className="relative flex flex-col gap-5">
          <Message message={message} />
          <QueryView query={query} what={texts.thePictures} loading={<LoadingPictures />}>
            {({ pictures, most }) => (
              <>
                <Upload isFull={pictures.length >= most} say={say} />
                <Pictures pictures={pictures} most={most} say={say} />
              </>
            )}
          </QueryView>
        </div>
      </AdminPage>
    </>
  );
}

function Upload({ isFull, say }: { isFull: boolean; say: Say }) {
  const [purpose, setPurpose] = useState<PicturePurpose>("item");
  const upload = usePictureUpload(purpose, (picture) =>
    say("success", texts.uploaded(nameOf(picture))),
  );
  if (isFull) return <Notice tone="error">{texts.full}</Notice>;
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={texts.purpose}
          size="sm"
          options={purposes}
          value={purpose}
          onValueChange={setPurpose}
          disabled={upload.isBusy}
        />
        <UploadButton upload={upload} label={texts.upload} />
        <p className="min-w-0 flex-1 basis-64 pb-2 text-sm text-muted">{texts.uploadHint}</p>
      </div>
      <UploadFailure upload={upload} />
    </Card>
  );
}

type PicturesProps = { pictures: readonly SitePicture[]; most: number; say: Say };

function Pictures({ pictures, most, say }: PicturesProps) {
  const [filter, setFilter] = useState<Filter>("all");
  const [removing, setRemoving] = useState<SitePicture | null>(null);
  if (pictures.length === 0) return <Empty title={texts.noPictures} text={texts.noPicturesText} />;
  const shown = filter === "all" ? pictures : pictures.filter(({ inUse }) => !inUse);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="w-52">
          <ToggleGroup
            label={texts.show}
            options={filters}
            value={filter}
            onValueChange={setFilter}
          />
        </div>
        <p className="text-sm font-semibold text-muted">{texts.countOf(pictures.length, most)}</p>
      </div>
      {shown.length === 0 ? (
        <Empty
          title={texts.allUsed}
          text={texts.allUsedText}
          actions={<Button onClick={() => setFilter("all")}>{texts.showAll}</Button>}
        />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
          {shown.map((picture) => (
            <li key={picture.id} className="min-w-0">
              <PictureCard picture={picture} onRemove={() => setRemoving(picture)} />
            </li>
          ))}
        </ul>
      )}
      {removing !== null && (
        <RemoveDialog
          picture={removing}
          onRemoved={() => say("success", texts.removed(nameOf(removing)))}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

type RemoveDialogProps = { picture: SitePicture; onRemoved: () => void; onClose: () => void };

/** Asks before a picture is removed; says what uses it where that holds it. */
function RemoveDialog({ picture, onRemoved, onClose }: RemoveDialogProps) {
  const { id, uses } = picture;
  const name = nameOf(picture);
  if (uses.length > 0)
    return (
      <Dialog
        open
        onOpenChange={onClose}
        title={texts.inUseTitle}
        description={texts.inUseText}
        actions={<Button onClick={onClose}>{texts.close}</Button>}
      >
        <div className="mt-4">
          <UseList uses={uses} />
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title={texts.removeTitle(name)}
      text={texts.removeText}
      confirm={texts.remove}
      tone="danger"
      onConfirm={async () => {
        await removePicture(id);
        onRemoved();
      }}
      onClose={onClose}
    />
  );
}

function Empty({ title, text, actions }: { title: string; text: string; actions?: ReactNode }) {
  return (
    <Card>
      <EmptyState art={<EmptyRows />} title={title} actions={actions}>
        <p>{text}</p>
      </EmptyState>
    </Card>
  );
}

function LoadingPictures() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">{texts.loadingPictures}</span>
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
        {[0, 1, 2].map((card) => (
          <Skeleton key={card} className="h-72 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
