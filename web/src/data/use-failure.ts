import { useState } from "react";
import { asFailure, type CallFailure } from "@/wire/failure";

type Read = {
  data?: unknown;
  error: Error | null;
  /** How often the query failed. Without it, an error is gone while data that never came is read again. */
  errorUpdateCount?: number;
};

/** Why a query failed, null where it did not. It stays while data that never came is read again. */
export function useFailure({ data, error, errorUpdateCount = 0 }: Read): CallFailure | null {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  const shown = error ?? (data === undefined && errorUpdateCount > 0 ? last : null);
  return shown === null ? null : asFailure(shown);
}
