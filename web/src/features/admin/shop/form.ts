import { CATEGORY, type Item } from "./model";
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

/** An item as the form says it. */
export function itemOf(kept: Kept, form: ItemForm): Item {
  return {
    ...kept,
    ...form,
    category: form.category === "" ? CATEGORY : form.category,
    pointsCost: Number(form.pointsCost),
    stock: Number(form.stock),
  };
}
