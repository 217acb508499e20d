import { ConfirmDialog } from "@/data/ConfirmDialog";
import { QuestionKind } from "../shell/QuestionKind";
import type { ItemForm } from "./form";
import type { ItemAction } from "./ItemCard";
import { ItemDialog } from "./ItemDialog";
import type { Item } from "./model";
import * as texts from "./texts/en";

/** What is open over the page. */
export type Opened = { action: "add" } | { action: ItemAction; item: Item };

type OpenDialogProps = {
  opened: Opened;
  changes: {
    /** Return why the form was not saved; null closes it. */
    add: (form: ItemForm) => string | null;
    update: (opened: Item, form: ItemForm) => string | null;
    remove: (item: Item) => void;
  };
  onClose: () => void;
};

/** The dialog over the page. Loaded after the page: the forms are larger than the list. */
export default function OpenDialog({ opened, changes, onClose }: OpenDialogProps) {
  switch (opened.action) {
    case "add":
      return <ItemDialog item={null} onSave={changes.add} onClose={onClose} />;
    case "edit":
      return (
        <ItemDialog
          item={opened.item}
          onSave={(form) => changes.update(opened.item, form)}
          onClose={onClose}
        />
      );
    case "delete":
      return (
        <ConfirmDialog
          art={<QuestionKind kind="danger" />}
          tone="danger"
          title={texts.deleteItem}
          text={
            <span className="[overflow-wrap:anywhere]">
              {texts.sureWantDeleteFrom(opened.item.title)}
            </span>
          }
          confirm={texts.deleteText}
          onConfirm={() => changes.remove(opened.item)}
          onClose={onClose}
        />
      );
  }
}
