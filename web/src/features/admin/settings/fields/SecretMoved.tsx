import { Notice } from "@/ui/Notice";
import { useForm } from "../form";
import { isSame } from "../values";

type SecretMovedProps = {
  /** The secret's key in a settings file. */
  name: string;
  /** The settings that say where it is sent. */
  paths: readonly string[];
  texts: {
    /** What a change of the destination does. */
    moveHint: string;
    /** The stored secret is removed with the next save. */
    goes: string;
  };
};

/** A secret belongs to the service that it was entered for: another destination removes it. */
export function SecretMoved({ name, paths, texts }: SecretMovedProps) {
  const { values, saved, secrets, entered } = useForm();
  const secret = secrets.find(({ key }) => key === name);
  const isMoved = paths.some((path) => !isSame(values[path], saved[path]));
  // Beside a secret of the server's settings file or environment, its destination is locked.
  if (secret?.isSet !== true || secret.by !== null) return null;
  if (!isMoved || entered[name] !== undefined)
    return <p className="text-sm text-muted">{texts.moveHint}</p>;
  return <Notice>{texts.goes}</Notice>;
}
