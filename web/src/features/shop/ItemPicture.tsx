import { Picture } from "@/ui/Picture";
import { GiftArt } from "./GiftArt";
import { type Item, pictureOf } from "./model";

type ItemPictureProps = { item: Item; className?: string };

/** The item's picture, or the house's own while there is none to be had. */
export function ItemPicture({ item, className = "aspect-[8/5]" }: ItemPictureProps) {
  return (
    <Picture address={pictureOf(item)} fallback={<GiftArt item={item} />} className={className} />
  );
}
