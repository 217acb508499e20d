import type { SitePicture } from "./queries";

export function aPicture(id: string, more: Partial<SitePicture> = {}): SitePicture {
  return {
    id,
    address: `/api/site/pictures/${id}.webp`,
    purpose: "item",
    name: `picture-${id}.png`,
    width: 800,
    height: 600,
    bytes: 45_000,
    uploadedAt: "2026-11-20T10:00:00Z",
    inUse: (more.uses ?? []).length > 0,
    uses: [],
    ...more,
  };
}

export const pngFile = (name = "hat.png") => new File(["bytes"], name, { type: "image/png" });
