import { Link } from "@tanstack/react-router";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import * as texts from "./texts/en";

/** An address below /admin at which there is nothing. */
export function AdminUnknownPage() {
  return (
    <div className="flex min-h-[70dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<LostPoint />}
        title={texts.unknownTitle}
        actions={
          <Link to="/admin" className={buttonClass("quiet")}>
            {texts.backToDashboard}
          </Link>
        }
      >
        <p>{texts.unknownText}</p>
      </EmptyState>
    </div>
  );
}
