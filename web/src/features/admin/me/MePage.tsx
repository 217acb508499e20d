import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/data/QueryView";
import { SignInCards } from "@/features/sign-in/SignInCards";
import { Skeleton } from "@/ui/Skeleton";
import { panelAccount } from "../session/account";
import { meQuery, type PanelMe } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { roleNames } from "../shell/role-names";
import { NameForm } from "./NameForm";
import { OwnAccount } from "./OwnAccount";
import { PasswordForm } from "./PasswordForm";
import * as texts from "./texts/en";

/** /admin/me: the own name, password and sessions. */
export function MePage() {
  const query = useQuery({ ...meQuery, staleTime: 0 });
  const role = query.data && roleNames[query.data.role];
  return (
    <AdminPage title={texts.yourAccount} lead={role && texts.lead(role)}>
      <QueryView query={query} what={texts.theAccount} loading={<Loading />}>
        {(me) => <div className="grid items-start gap-5 xl:grid-cols-2">{partsOf(me)}</div>}
      </QueryView>
    </AdminPage>
  );
}

/** What the panel waits for comes first. */
function partsOf(me: PanelMe) {
  const { name, needsSecondFactor, needsOwnAccount } = me;
  const parts = [
    <div key="own" className="flex min-w-0 flex-col gap-5">
      <NameForm name={name} />
      <PasswordForm name={name} />
      {/* While it is asked for, it stands above every page. */}
      {!needsOwnAccount && <OwnAccount me={me} />}
    </div>,
    <SignInCards key="sign-in" account={panelAccount} />,
  ];
  return needsSecondFactor ? parts.toReversed() : parts;
}

function Loading() {
  return (
    <div role="status" className="grid gap-5 xl:grid-cols-2">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  );
}
