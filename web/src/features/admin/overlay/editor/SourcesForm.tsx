import { Plus } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/data/ConfirmDialog";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { EmptyState } from "@/ui/PageState";
import { GroupError } from "../../settings/fields/Group";
import { useForm } from "../../settings/form";
import type { Values } from "../../settings/values";
import { AddressCard } from "../address/AddressCard";
import { LayoutTransfer } from "../layout/LayoutTransfer";
import * as texts from "../texts/editor.en";
import { AddDialog } from "./AddDialog";
import { CanvasPart } from "./CanvasPart";
import { KindArt } from "./KindArt";
import { idOf, kindOf, nameOf, SOURCES_MAX } from "./model";
import { SourceFields } from "./SourceFields";
import { SourceList } from "./SourceList";
import { useEditor } from "./use-editor";

type Asked = { ask: "add" } | { ask: "remove"; source: Values };

/** The editor of the overlay's sources, within the form of their section. */
export function SourcesForm() {
  const editor = useEditor();
  const { errors } = useForm();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { message, say } = useMessage();
  const { sources, place } = editor;
  const source = sources[place];
  const isFull = sources.length >= SOURCES_MAX;
  const close = () => setAsked(null);
  return (
    <>
      {errors.sources !== undefined && <GroupError text={errors.sources} />}
      {source === undefined ? (
        <Card>
          <EmptyState
            art={<KindArt kind="giveaway" className="w-48" />}
            title={texts.emptyTitle}
            {...(!editor.isLocked && {
              actions: <AddButton onAdd={() => setAsked({ ask: "add" })} />,
            })}
          >
            <p>{texts.emptyText}</p>
          </EmptyState>
        </Card>
      ) : (
        <>
          <div className="grid items-start gap-5 lg:grid-cols-[18rem_minmax(0,1fr)]">
            <Card className="min-w-0 p-4">
              <section aria-label={texts.sources} className="flex flex-col gap-4">
                <h2 className="text-lg">{texts.sources}</h2>
                <SourceList
                  {...editor}
                  isFull={isFull}
                  onSelect={editor.select}
                  onOrder={editor.order}
                  onCopy={editor.copy}
                  onRemove={(id) => {
                    const found = sources.find((one) => idOf(one) === id);
                    if (found !== undefined) setAsked({ ask: "remove", source: found });
                  }}
                />
                {!editor.isLocked && !isFull && (
                  <AddButton onAdd={() => setAsked({ ask: "add" })} />
                )}
                {isFull && <p className="text-sm text-muted">{texts.full(SOURCES_MAX)}</p>}
              </section>
            </Card>
            <CanvasPart
              sources={sources}
              selected={editor.selected}
              isLocked={editor.isLocked}
              onSelect={editor.select}
              onPlace={editor.put}
            />
          </div>
          <Message message={message} />
          <Details key={editor.selected} source={source} place={place} />
        </>
      )}
      {!editor.isLocked && <LayoutTransfer sources={sources} onImport={editor.set} />}
      {asked?.ask === "add" && (
        <AddDialog
          onAdd={(kind) => {
            editor.add(kind);
            close();
          }}
          onClose={close}
        />
      )}
      {asked?.ask === "remove" && (
        <ConfirmDialog
          tone="danger"
          title={texts.removeTitle(nameOf(asked.source))}
          text={texts.removeText}
          confirm={texts.remove}
          onConfirm={() => {
            editor.remove(idOf(asked.source));
            say("success", texts.removed(nameOf(asked.source)));
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function AddButton({ onAdd }: { onAdd: () => void }) {
  return (
    <Button onClick={onAdd} icon={<Plus aria-hidden="true" className="size-4" />}>
      {texts.add}
    </Button>
  );
}

/** Everything about the chosen source. */
function Details({ source, place }: { source: Values; place: number }) {
  const kind = kindOf(source);
  if (kind === null) return <Notice tone="error">{texts.unknownKind}</Notice>;
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <SourceFields path={`sources.${place}`} kind={kind} />
      </div>
      <AddressCard source={source} />
    </div>
  );
}
