import { useId } from "react";
import { Card } from "@/ui/Card";
import type { PanelMe } from "../session/rights";
import { OwnAccountForm } from "./OwnAccountForm";
import * as texts from "./texts/en";

/** The person's own member account, or the question which one it is. */
export function OwnAccount({ me }: { me: PanelMe }) {
  const { hasNamedAccount, account } = me;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card className="flex flex-col gap-4 p-5 sm:p-6">
        <div>
          <h2 id={id} className="text-lg font-semibold">
            {texts.ownAccount}
          </h2>
          <p className="mt-1 text-muted">
            {hasNamedAccount ? texts.accountIs(account) : texts.ownAccountLead}
          </p>
        </div>
        {!hasNamedAccount && <OwnAccountForm />}
      </Card>
    </section>
  );
}
