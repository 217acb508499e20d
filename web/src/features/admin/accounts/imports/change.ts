import { type Submission, useSubmit } from "@/data/use-submit";

/** A change of points or of waiting lines. Its input makes it and shows the result. */
export type Change = Submission<() => Promise<void>, void>;

/** One change at a time for all views of the dialog, which stays open for it. */
export function useChange(): Change {
  return useSubmit<() => Promise<void>, void>({ send: (make) => make() });
}
