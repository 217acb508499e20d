import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "@/ui/Button";
import { Message, useMessage } from "@/ui/Message";
import { Tabs } from "@/ui/Tabs";
import { draftId, GONE } from "../drafts/model";
import { useDraft } from "../drafts/use-draft";
import { useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { PendingCount } from "../shell/PendingCount";
import { SeeOnly } from "../shell/SeeOnly";
import { usePendingPurchases } from "../status/pending-purchases";
import { ComingSoonSwitch } from "./ComingSoonSwitch";
import { editItem, type ItemForm, itemOf } from "./form";
import { ItemsTab } from "./ItemsTab";
import { ITEMS_MAX, type Item } from "./model";
import type { Opened } from "./OpenDialog";
import { PurchasesTab } from "./PurchasesTab";
import { itemList, useLiveItems } from "./queries";
import * as texts from "./texts/en";
import { usePurchaseStatus } from "./use-purchase-status";

// The forms are loaded after the page.
const loadDialog = () => import("./OpenDialog");
const OpenDialog = lazy(loadDialog);

type Say = { onDone: (text: string) => void; onFailed: (text: string, reason: string) => void };

/** /admin/points-shop: its items as a draft that is published whole, and what members buy. */
export function PointsShopPage() {
  useLiveItems();
  useEffect(() => void loadDialog(), []);
  const { tab } = useSearch({ strict: false });
  const isPurchases = tab === "purchases";
  const navigate = useNavigate();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { message, say } = useMessage();
  const close = () => setOpened(null);
  // Called when the server answers: a dialog opened since then stays open.
  const reports: Say = {
    onDone: (text) => say("success", text),
    onFailed: (text, reason) => say("error", text, reason === "" ? undefined : reason),
  };
  const draft = useDraft(itemList);
  const mayChange = useMay("shop", "change");
  const changes = useItemChanges(draft, {
    onDone: (text) => {
      close();
      reports.onDone(text);
    },
    onFailed: (text, reason) => {
      close();
      reports.onFailed(text, reason);
    },
  });
  const purchases = usePurchaseStatus(reports);
  return (
    <AdminPage
      title={texts.pointsShop}
      lead={texts.whatMembersBuyTheir}
      actions={
        mayChange && (
          <>
            <ComingSoonSwitch {...reports} />
            <Button
              disabled={draft.live === undefined}
              onClick={() => setOpened({ action: "add" })}
              icon={<Plus aria-hidden="true" className="size-4.5" />}
            >
              {texts.addItem}
            </Button>
          </>
        )
      }
    >
      <SeeOnly area="shop" className="mb-5" />
      {isPurchases && <Message message={message} className="sticky top-19 z-10 mb-5 lg:top-3" />}
      <Tabs
        label={texts.pointsShopLabel}
        value={isPurchases ? "purchases" : "items"}
        onValueChange={(next) =>
          void navigate({
            to: "/admin/points-shop",
            search: next === "purchases" ? { tab: next } : {},
            replace: true,
          })
        }
        tabs={[
          {
            value: "items",
            label: texts.shopItems,
            content: (
              <ItemsTab
                draft={draft}
                message={message}
                onAdd={() => setOpened({ action: "add" })}
                onOpen={(action, item) => setOpened({ action, item })}
                onToggle={changes.toggle}
                {...reports}
              />
            ),
          },
          {
            value: "purchases",
            label: <PurchasesLabel />,
            content: <PurchasesTab busyId={purchases.busyId} onStatus={purchases.set} />,
          },
        ]}
      />
      {purchases.question}
      {opened !== null && (
        <Suspense fallback={null}>
          <OpenDialog opened={opened} changes={changes} onClose={close} />
        </Suspense>
      )}
    </AdminPage>
  );
}

/** With how many wait for the streamer. */
function PurchasesLabel() {
  return (
    <span className="inline-flex items-center gap-2">
      {texts.purchases}
      <PendingCount pending={usePendingPurchases().data} />
    </span>
  );
}

/** The changes to the draft, each with its message. */
function useItemChanges(
  { entries = [], change, edit }: ReturnType<typeof useDraft<Item>>,
  { onDone, onFailed }: Say,
) {
  const gone = (text: string, { id }: Pick<Item, "id">) => {
    if (entries.some((one) => one.id === id)) return false;
    onFailed(text, texts.noLongerList);
    return true;
  };
  return {
    add: (form: ItemForm) => {
      if (entries.length >= ITEMS_MAX) return texts.errorAddingItemList(ITEMS_MAX);
      const kept = { id: draftId(entries), sold: 0, createdAt: new Date().toISOString() };
      change([...entries, itemOf(kept, form)]);
      onDone(texts.itemAddedSuccessfully);
      return null;
    },
    update: (item: Item, form: ItemForm) => {
      if (!edit(item, (current) => editItem(item, current, form)))
        return texts.errorUpdatingItem(GONE);
      onDone(texts.itemUpdatedSuccessfully);
      return null;
    },
    toggle: (item: Item) => {
      if (gone(texts.errorUpdatingItemText, item)) return;
      const isActive = !item.isActive;
      change(entries.map((one) => (one.id === item.id ? { ...one, isActive } : one)));
      onDone(isActive ? texts.itemActivated : texts.itemDeactivated);
    },
    remove: (item: Item) => {
      if (gone(texts.errorDeletingItem, item)) return;
      change(entries.filter((one) => one.id !== item.id));
      onDone(texts.itemDeletedSuccessfully);
    },
  };
}
