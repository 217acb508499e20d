import { useState } from "react";
import { Card } from "@/ui/Card";
import { Message, useMessage } from "@/ui/Message";
import { Notice } from "@/ui/Notice";
import { AppPart } from "./AppPart";
import { PasskeysPart } from "./PasskeysPart";
import type { Account, SignIn } from "./queries";
import { CodesDialog, CodesPart } from "./RecoveryCodes";
import * as texts from "./texts/en";

export type PartProps = {
  account: Account;
  signIn: SignIn;
  say: (text: string) => void;
  /** Shows new recovery codes. */
  show: (codes: readonly string[] | null) => void;
};

/** The authenticator app, passkeys and recovery codes of an account. */
export function TwoStepCard({ account, signIn }: { account: Account; signIn: SignIn }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { message, say } = useMessage();
  const hasFactor = signIn.app !== null || signIn.passkeys.length > 0;
  const part: PartProps = {
    account,
    signIn,
    say: (text) => say("success", text),
    show: (shown) => setCodes(shown),
  };
  return (
    <Card className="relative min-w-0 p-5 sm:p-6">
      <h2 className="text-lg">{texts.twoStep}</h2>
      <p className="mt-1 text-sm text-muted">{texts.twoStepLead}</p>
      {signIn.isRequired && !hasFactor && <Notice className="mt-4">{texts.required}</Notice>}
      <Message message={message} className="mt-4" />
      <div className="mt-2 divide-y divide-line">
        <AppPart {...part} />
        <PasskeysPart {...part} />
        {hasFactor && <CodesPart {...part} />}
      </div>
      {codes !== null && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}
