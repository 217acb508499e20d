import { queryOptions } from "@tanstack/react-query";
import { stale, useLive } from "@/data/use-live";
import { CallFailure } from "@/wire/failure";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { adminApi } from "../session/actions";
import * as texts from "./texts/upload.en";

type Schemas = components["schemas"];
export type SitePicture = Schemas["SitePicture"];
export type PictureUse = Schemas["PictureUse"];
export type PicturePurpose = Schemas["PicturePurpose"];

/** The server takes no more: a larger upload would be cut off before its refusal is read. */
const FILE_BYTES_MAX = 5 * 1024 * 1024;

const picturesQuery = queryOptions({
  queryKey: ["admin", "pictures"],
  queryFn: () => answer(adminApi.GET("/api/admin/pictures")),
  staleTime: 0,
});

/** The stored pictures, read again when what uses them has changed. */
export function usePictures() {
  return useLive(picturesQuery, {
    on: {
      siteSettingsChanged: () => stale,
      pointsShopUpdated: () => stale,
      challengesUpdated: () => stale,
    },
  });
}

const reread = () => queryClient.invalidateQueries({ queryKey: picturesQuery.queryKey });

/**
 * Stores a picture. Its address then belongs into what uses it.
 * @throws {CallFailure}
 */
export async function uploadPicture(order: {
  file: File;
  purpose: PicturePurpose;
}): Promise<SitePicture> {
  const { file, purpose } = order;
  if (file.size > FILE_BYTES_MAX)
    throw new CallFailure({ error: "too_large", message: texts.tooLarge, status: 413 });
  const call = adminApi.POST("/api/admin/pictures", {
    params: { query: { purpose, name: file.name } },
    // The description has the bytes as numbers; the file itself is sent.
    body: [],
    bodySerializer: () => file,
    headers: { "Content-Type": "application/octet-stream" },
  });
  const { picture } = await answer(call);
  void reread();
  return picture;
}

/**
 * Removes a picture that nothing uses.
 * @throws {CallFailure}
 */
export async function removePicture(id: string): Promise<void> {
  const params = { path: { id: Number(id) } };
  try {
    await answer(adminApi.DELETE("/api/admin/pictures/{id}", { params }));
  } finally {
    // After a refusal it may be used by something new.
    await reread();
  }
}
