import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import type { CallFailure } from "@/wire/failure";

/**
 * Puts what the server says of single fields to where they stand, the first of them focused.
 * @returns what is left to be said of all of it, null when the fields say it.
 */
export function placeRefusal<Form extends FieldValues>(
  { fields, message }: CallFailure,
  names: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): string | null {
  const wrong = names.filter((name) => fields[name] !== undefined);
  for (const [at, name] of wrong.entries())
    setError(name, { message: fields[name] ?? "" }, { shouldFocus: at === 0 });
  return wrong.length > 0 ? null : message;
}
