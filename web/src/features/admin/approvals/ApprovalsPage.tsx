import { useState } from "react";
import { LoadingState } from "@/ui/LoadingState";
import { Notice } from "@/ui/Notice";
import { ErrorState } from "@/ui/PageState";
import { Tabs } from "@/ui/Tabs";
import { asFailure } from "@/wire/failure";
import { AdminPage } from "../shell/AdminPage";
import { ApprovalList } from "./ApprovalList";
import { type Approval, useApprovals } from "./queries";

const tabs = [
  { value: "pending", label: "Pending" },
  { value: "approved", label: "Approved" },
  { value: "rejected", label: "Rejected" },
] as const;

export type ApprovalTab = (typeof tabs)[number]["value"];

/** /admin/gaming-approvals: names at the casino that members say are theirs. */
export function ApprovalsPage() {
  const { data, error, isFetching, refetch } = useApprovals();
  return (
    <AdminPage
      title="Gaming Approvals"
      lead="Names at the casino that members say are theirs. A name belongs to one member only."
    >
      {data !== undefined ? (
        <>
          {error !== null && (
            <Notice tone="error" className="mb-4">
              The list may not be up to date: {asFailure(error).message}
            </Notice>
          )}
          <ApprovalTabs approvals={data.approvals} pending={data.pending} />
          {data.truncated && (
            <Notice className="mt-5">
              Only the latest {data.approvals.length} requests are listed; there are older ones.
            </Notice>
          )}
        </>
      ) : error === null ? (
        <LoadingState label="Loading the names" />
      ) : (
        <ErrorState
          title="The names could not be loaded"
          message={asFailure(error).message}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </AdminPage>
  );
}

type ApprovalTabsProps = { approvals: readonly Approval[]; pending: number };

function ApprovalTabs({ approvals, pending }: ApprovalTabsProps) {
  const [tab, setTab] = useState<ApprovalTab>("pending");
  return (
    <Tabs
      label="Requests by state"
      value={tab}
      onValueChange={setTab}
      tabs={tabs.map(({ value, label }) => {
        const listed = approvals.filter(({ status }) => status === value);
        // Those that wait are counted by the server, also where the list does not reach.
        const count = value === "pending" ? pending : listed.length;
        return {
          value,
          label: `${label} (${count})`,
          content: <ApprovalList tab={value} approvals={listed} />,
        };
      })}
    />
  );
}
