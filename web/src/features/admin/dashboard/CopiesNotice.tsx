import { Link } from "@tanstack/react-router";
import { Notice } from "@/ui/Notice";
import { useMay } from "../session/rights";
import { useFirstSteps } from "../status/first-steps";
import * as texts from "./texts/copies.en";

/** Copies of backups that an earlier version made unencrypted go on until the owner decides. */
export function CopiesNotice() {
  const mayDecide = useMay("backups");
  const { data } = useFirstSteps();
  if (data?.unencryptedCopies !== true || !mayDecide) return null;
  return (
    <Notice tone="error">
      <p className="font-semibold">{texts.title}</p>
      <p className="mt-1">
        {texts.risk}{" "}
        <Link to="/admin/health" className="underline">
          {texts.whatToDo}
        </Link>
      </p>
    </Notice>
  );
}
