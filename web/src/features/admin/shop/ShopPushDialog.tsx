import { useState } from "react";
import { Checkbox } from "@/ui/Checkbox";
import { Field } from "@/ui/Field";
import { Notice } from "@/ui/Notice";
import { asFailure } from "@/wire/failure";
import { PushDialog, type PushDialogProps } from "../drafts/DraftDialogs";
import type { useDraft } from "../drafts/use-draft";
import { failureTexts } from "../shell/failure-texts";
import { type Item, newWithoutStock, withStock } from "./model";
import { setComingSoon, useComingSoon } from "./queries";
import * as texts from "./texts/en";
import { stockError } from "./validation";

type ShopPushDialogProps = PushDialogProps & {
  draft: ReturnType<typeof useDraft<Item>>;
  onDone: (text: string) => void;
  onFailed: (text: string, reason: string) => void;
};

/** Asks before the draft goes live, and offers what members would still lack to buy from it: stock and an open shop. */
export default function ShopPushDialog({
  draft,
  onDone,
  onFailed,
  ...dialog
}: ShopPushDialogProps) {
  const { live, entries, change } = draft;
  const isComingSoon = useComingSoon().data === true;
  const [stocks, setStocks] = useState<Readonly<Record<string, string>>>({});
  const [opens, setOpens] = useState(false);
  // They stay while the dialog is open: the push gives new items other ids.
  const [empty] = useState(() => newWithoutStock(entries ?? [], live?.entries ?? []));
  const push = async (): Promise<boolean> => {
    change(withStock(entries ?? [], live?.entries ?? [], stocks));
    if (!(await dialog.onConfirm())) return false;
    if (!opens) return true;
    try {
      await setComingSoon(false);
      onDone(texts.pushedAndOpened);
    } catch (thrown) {
      onFailed(texts.failedUpdateComingSoon, failureTexts(asFailure(thrown)).join(" "));
    }
    return true;
  };
  const isWrong = Object.values(stocks).some((text) => stockError(text) !== undefined);
  return (
    <PushDialog {...dialog} onConfirm={push} isBlocked={isWrong}>
      {empty.length > 0 && (
        <div className="mt-5 flex flex-col gap-4">
          <Notice>{texts.noStockYet(empty.length)}</Notice>
          {empty.map(({ id, title }) => (
            <Field
              key={id}
              label={texts.stockOf(title)}
              inputMode="numeric"
              autoComplete="off"
              maxLength={7}
              value={stocks[id] ?? "0"}
              error={stockError(stocks[id] ?? "0")}
              onChange={({ target }) => setStocks({ ...stocks, [id]: target.value })}
            />
          ))}
        </div>
      )}
      {(isComingSoon || opens) && (
        <div className="mt-5 flex flex-col gap-3">
          <Notice>{texts.shopIsComingSoon}</Notice>
          <Checkbox
            label={texts.alsoOpenShop}
            checked={opens}
            onChange={({ target }) => setOpens(target.checked)}
          />
        </div>
      )}
    </PushDialog>
  );
}
