import { Link } from "@tanstack/react-router";
import { Notice } from "@/ui/Notice";
import { useMay } from "../session/rights";
import { useFirstSteps } from "../status/first-steps";
import * as texts from "./texts/restore.en";

/** After a restore the owner checks the people of the panel. */
export function RestoreNotice() {
  const mayCheck = useMay("people", "change");
  const { data } = useFirstSteps();
  if (data?.uncheckedRestore !== true || !mayCheck) return null;
  return (
    <Notice tone="error">
      <p className="font-semibold">{texts.title}</p>
      <p className="mt-1">
        {texts.text}{" "}
        <Link to="/admin/people" className="underline">
          {texts.check}
        </Link>
      </p>
    </Notice>
  );
}
