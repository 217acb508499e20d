import { useState } from "react";
import { asFailure, type CallFailure } from "@/wire/failure";

type Read = {
  data?: unknown;
  error: Error | null;
  /** When the query last failed; it tells queries apart. Without it, an error is gone while data that never came is read again. */
  errorUpdatedAt?: number;
};

/** Why a query failed, null where it did not. It stays while data that never came is read again. */
export function useFailure({ data, error, errorUpdatedAt = 0 }: Read): CallFailure | null {
  const [last, setLast] = useState({ error, at: errorUpdatedAt });
  if (error !== null && error !== last.error) setLast({ error, at: errorUpdatedAt });
  const isKept = data === undefined && errorUpdatedAt > 0 && errorUpdatedAt === last.at;
  const shown = error ?? (isKept ? last.error : null);
  return shown === null ? null : asFailure(shown);
}
