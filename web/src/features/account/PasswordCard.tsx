import { Suspense } from "react";
import type { Member } from "@/features/session/store";
import { useHasPassword } from "@/features/sign-in/member";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingForm, Section } from "./Section";
import * as texts from "./texts/en";

const PasswordForm = lazyPart(() => import("./PasswordForm"));

/** A new password, which ends every other login. Members who signed up with Kick may have none yet. */
export function PasswordCard({ member }: { member: Member }) {
  const hasPassword = useHasPassword();
  const loading = <LoadingForm fields={3} className="min-h-107" />;
  return (
    <Section
      id="password"
      title={hasPassword === false ? texts.setPassword : texts.changePassword}
      lead={hasPassword === false ? texts.setPasswordLead : texts.changePasswordLead}
    >
      {hasPassword === undefined ? (
        loading
      ) : (
        <Suspense fallback={loading}>
          <PasswordForm member={member} hasPassword={hasPassword} />
        </Suspense>
      )}
    </Section>
  );
}
