import { Link } from "@tanstack/react-router";
import { LostPoint } from "@/ui/art/LostPoint";
import { buttonClass } from "@/ui/Button";
import { EmptyState } from "@/ui/PageState";
import * as texts from "./texts/not-found.en";

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <EmptyState
        level={1}
        art={<LostPoint />}
        title={texts.thereNoPageHere}
        actions={
          <Link to="/" className={buttonClass("quiet")}>
            {texts.backHome}
          </Link>
        }
      >
        <p>{texts.addressMayMisspelledPage}</p>
      </EmptyState>
    </div>
  );
}
