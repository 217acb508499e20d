import { lazy, Suspense } from "react";
import type { Member } from "@/features/session/store";
import { LoadingForm, Section } from "./Section";
import * as texts from "./texts/en";

const PasswordForm = lazy(() => import("./PasswordForm"));

/** A new password, which ends every other login. */
export function PasswordCard({ member }: { member: Member }) {
  return (
    <Section id="password" title={texts.changePassword} lead={texts.changePasswordLead}>
      <Suspense fallback={<LoadingForm fields={3} />}>
        <PasswordForm member={member} />
      </Suspense>
    </Section>
  );
}
