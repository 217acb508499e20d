import { mergeForm } from "../drafts/merge";
import type { FormDefaults } from "../status/form-defaults";
import { asOfNow, CATEGORY, type Item } from "./model";
import type { ItemForm } from "./validation";

export type { ItemForm };

/** What the form of an item begins with. */
export function formOf(item: Item): ItemForm {
  const { title, description, image, pointsCost, stock, category, isActive } = item;
  const numbers = { pointsCost: String(pointsCost), stock: String(stock) };
  return { title, description, image, category, isActive, ...numbers };
}

/** What the form of a new item begins with. */
export function newForm({ item_category: category, item_stock: stock }: FormDefaults): ItemForm {
  const texts = { title: "", description: "", image: "", pointsCost: "" };
  return { ...texts, stock: String(stock), category, isActive: true };
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
