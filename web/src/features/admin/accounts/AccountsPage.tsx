import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Coins, FileSpreadsheet, ShieldCheck } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button, buttonClass } from "@/ui/Button";
import { formatPoints } from "@/ui/format/numbers";
import { Message, useMessage } from "@/ui/Message";
import { useListAddress, useStandingPage } from "../lists/address";
import { ListBar } from "../lists/ListBar";
import { useMay } from "../session/rights";
import { AdminPage } from "../shell/AdminPage";
import { usePendingApprovals } from "../status/pending-approvals";
import { AccountList } from "./AccountList";
import { JobLine } from "./JobLine";
import { type AccountsSearch, orderOf, orders } from "./model";
import type { Opened } from "./OpenDialog";
import { accountsQuery } from "./queries";
import * as texts from "./texts/en";

const loadDialog = () => import("./OpenDialog");
const OpenDialog = lazy(loadDialog);

/** /admin/accounts: every member, what is known of them and what an admin can do. */
export function AccountsPage() {
  const [address, turn] = useListAddress();
  const search: AccountsSearch = { ...address, sort: orderOf(address.sort) };
  const onSearch = ({ sort, ...part }: AccountsSearch) =>
    turn({ ...part, sort: sort === "newest" ? "" : sort });
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, isPlaceholderData } = useQuery(accountsQuery(search));
  useStandingPage(isPlaceholderData ? undefined : data?.pages);
  const { message, say } = useMessage();
  const mayGiveAll = useMay("all_points", "change");
  const close = () => setOpened(null);
  const done = (text: string) => {
    close();
    say("success", text);
  };
  // The forms come behind the page, before anybody asks for one.
  useEffect(() => void loadDialog(), []);
  const change = (part: Partial<AccountsSearch>) => onSearch({ ...search, page: 1, ...part });
  return (
    <AdminPage
      title={texts.accounts}
      lead={texts.everyMemberWhatKnown}
      actions={
        <>
          <ApprovalsLink />
          <Button
            onClick={() => setOpened({ dialog: "csv" })}
            icon={<FileSpreadsheet aria-hidden="true" className="size-4.5" />}
          >
            {texts.csv}
          </Button>
          {mayGiveAll && (
            <Button
              tone="gold"
              onClick={() => setOpened({ dialog: "global" })}
              icon={<Coins aria-hidden="true" className="size-4.5" />}
            >
              {texts.globalPoints}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Message message={message} className="sticky top-19 z-10 lg:top-3" />
        <JobLine onShow={() => setOpened({ dialog: "global" })} />
        <ListBar
          label={texts.searchAccounts}
          placeholder={texts.nameEmailAccountId}
          text={search.q}
          onSearch={(q) => change({ q })}
          orders={orders}
          order={search.sort}
          onOrder={(sort) => change({ sort })}
        />
        <AccountList
          search={search}
          onSearch={onSearch}
          onOpen={(dialog, account) => setOpened({ dialog, account })}
        />
        {opened !== null && (
          <Suspense fallback={null}>
            <OpenDialog
              opened={opened}
              accounts={data?.items ?? []}
              onClose={close}
              onDone={done}
            />
          </Suspense>
        )}
      </div>
    </AdminPage>
  );
}

/** There only while somebody waits for an admin's word. */
function ApprovalsLink() {
  const pending = usePendingApprovals().data ?? 0;
  if (pending === 0) return null;
  return (
    <Link to="/admin/gaming-approvals" className={buttonClass("quiet")}>
      <ShieldCheck aria-hidden="true" className="size-4.5" />
      {texts.gamingApprovals(
        <span className="ml-1 rounded-full bg-loss/16 px-2 py-0.5 text-xs text-loss tabular-nums">
          {formatPoints(pending)} <span className="sr-only">{texts.pendingText}</span>
        </span>,
      )}
    </Link>
  );
}
