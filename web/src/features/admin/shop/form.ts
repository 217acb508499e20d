import { mergeForm } from "../drafts/merge";
import { asOfNow, CATEGORY, type Item } from "./model";
import type { ItemForm } from "./validation";

export type { ItemForm };

/** What the form begins with; null stands for a new item. */
export function formOf(item: Item | null): ItemForm {
  return {
    title: item?.title ?? "",
    description: item?.description ?? "",
    image: item?.image ?? "",
    pointsCost: item === null ? "" : String(item.pointsCost),
    stock: item === null ? "0" : String(item.stock),
    category: item?.category ?? CATEGORY,
    isActive: item?.isActive ?? true,
  };
}

/** What does not stand in the form. */
type Kept = Pick<Item, "id" | "sold" | "createdAt">;

/** Converts the form to an item. */
export function itemOf(kept: Kept, form: ItemForm): Item {
  return {
    ...kept,
    ...form,
    category: form.category === "" ? CATEGORY : form.category,
    pointsCost: Number(form.pointsCost),
    stock: Number(form.stock),
  };
}

/**
 * Applies the form of an opened item to the current one, which may have changed meanwhile. The stock
 * of both is compared as of the sales that the form was opened with.
 */
export function editItem(opened: Item, current: Item, typed: ItemForm) {
  const before = asOfNow(current, opened);
  const { form, isConflict } = mergeForm(formOf(opened), formOf(before), typed);
  return { entry: itemOf(before, form), isConflict };
}
