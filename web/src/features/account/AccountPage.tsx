import { Suspense } from "react";
import { useMember } from "@/features/session/store";
import { LoadingCards } from "@/features/sign-in/LoadingCards";
import { hasCasino } from "@/features/site/casino";
import { useSite } from "@/features/site/queries";
import { lazyPart } from "@/ui/lazy-part";
import { AccountHeader } from "./AccountHeader";
import { ActionsCard } from "./ActionsCard";
import { CasinoCard } from "./CasinoCard";
import { ChatPart } from "./ChatPart";
import { LimitsCard } from "./LimitsCard";
import { OnlyActive } from "./OnlyActive";
import { PasswordCard } from "./PasswordCard";
import { ProfileCard } from "./ProfileCard";

const Protection = lazyPart(() => import("./Protection"));

/** /account: what the site knows of a member, and what they can change. */
export function AccountPage({ kick }: { kick?: string | undefined }) {
  const member = useMember();
  const site = useSite();
  // The route sends guests to the login.
  if (member === null) return null;
  return (
    <div className="flex flex-col gap-7 pt-2 pb-4">
      <AccountHeader member={member} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          <ProfileCard member={member} />
          <OnlyActive member={member}>
            <ChatPart member={member} kick={kick} />
            {hasCasino(site) && <CasinoCard member={member} />}
          </OnlyActive>
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <OnlyActive member={member}>
            <PasswordCard member={member} />
          </OnlyActive>
          <Suspense fallback={<LoadingCards />}>
            <Protection />
          </Suspense>
          <LimitsCard />
          <ActionsCard />
        </div>
      </div>
    </div>
  );
}
