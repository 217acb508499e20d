import { formatPoints } from "@/ui/format/numbers";
import { Tabs } from "@/ui/Tabs";
import { choiceOf, useListAddress, useStandingPage } from "../lists/address";
import { ListBar } from "../lists/ListBar";
import { AdminPage } from "../shell/AdminPage";
import { ApprovalList } from "./ApprovalList";
import { type ApprovalsSearch, orders, states } from "./model";
import { useApprovalPage } from "./queries";
import * as texts from "./texts/en";

/** /admin/gaming-approvals: names at the casino that members say are theirs. */
export function ApprovalsPage() {
  const [address, turn] = useListAddress();
  const search: ApprovalsSearch = {
    page: address.page,
    q: address.q,
    status: choiceOf(states, address.status),
    sort: choiceOf(orders, address.sort),
  };
  const names = useApprovalPage(search);
  const { data, isPlaceholderData } = names;
  useStandingPage(isPlaceholderData ? undefined : data?.pages);
  return (
    <AdminPage title={texts.gamingApprovals} lead={texts.namesCasinoMembersSay}>
      <div className="flex flex-col gap-5">
        <ListBar
          label={texts.searchNames}
          placeholder={texts.memberNameCasinoNote}
          text={search.q}
          onSearch={(q) => turn({ q, page: 1 })}
          orders={orders}
          order={search.sort}
          onOrder={(sort) => turn({ sort: sort === "newest" ? "" : sort, page: 1 })}
        />
        <Tabs
          label={texts.requestsState}
          value={search.status}
          onValueChange={(status) => turn({ status: status === "pending" ? "" : status, page: 1 })}
          tabs={states.map(({ value, label }) => ({
            value,
            label: data === undefined ? label : `${label} (${formatPoints(data.counts[value])})`,
            content: (
              <ApprovalList
                search={search}
                names={names}
                onClear={() => turn({ q: "", page: 1 })}
                onPage={(page) => turn({ page })}
              />
            ),
          }))}
        />
      </div>
    </AdminPage>
  );
}
