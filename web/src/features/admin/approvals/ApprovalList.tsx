import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { QueryView } from "@/data/QueryView";
import { EmptyRows } from "@/ui/art/EmptyRows";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";
import { formatMoment } from "@/ui/format/dates";
import { EmptyState } from "@/ui/PageState";
import { Skeleton } from "@/ui/Skeleton";
import { queryClient } from "@/wire/queries";
import { Pages } from "../lists/Pages";
import { useKeptFocus } from "../lists/use-kept-focus";
import { useMay } from "../session/rights";
import { Private } from "../shell/Private";
import * as hidden from "../shell/texts/private.en";
import { ApproveDialog, RejectDialog } from "./DecisionDialogs";
import type { ApprovalState, ApprovalsSearch } from "./model";
import { type Approval, approvalPageQuery, type useApprovalPage } from "./queries";
import * as texts from "./texts/en";

const empty: Readonly<Record<ApprovalState, { title: string; text: string }>> = {
  pending: {
    title: texts.nonePending,
    text: texts.newRequestsWillAppear,
  },
  approved: { title: texts.noApprovedNames, text: texts.namesApproveListedHere },
  rejected: { title: texts.noRejectedNames, text: texts.namesRejectListedHere },
};

type Open = { kind: "approve" | "reject"; approval: Approval };

type ApprovalListProps = {
  search: ApprovalsSearch;
  /** The page that was asked for, as far as it is known. */
  names: ReturnType<typeof useApprovalPage>;
  onClear: () => void;
  onPage: (page: number) => void;
};

/** A page of the requests of one state. */
export function ApprovalList({ search, names, onClear, onPage }: ApprovalListProps) {
  const { data, isPlaceholderData } = names;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  // Rows of another tab are no stand-in for those of this one, and no rows are none for what comes.
  const isOther = data?.status !== search.status || (isPlaceholderData && data.items.length === 0);
  const shown = isOther ? undefined : data;
  const list = useKeptFocus();
  return (
    <div className="flex flex-col gap-5">
      <div ref={list} tabIndex={-1} className="flex flex-col gap-5 outline-none">
        <QueryView
          query={{ ...names, data: shown }}
          what={texts.theNames}
          loading={<LoadingRows />}
        >
          {({ items, total }) =>
            items.length > 0 ? (
              <Rows
                approvals={items}
                total={search.q === "" ? undefined : total}
                isOld={isPlaceholderData}
                onOpen={(kind, approval) => setOpen({ kind, approval })}
              />
            ) : // A page that has gone is about to be left.
            total > 0 ? (
              <LoadingRows />
            ) : (
              <NoRows search={search} onClear={onClear} />
            )
          }
        </QueryView>
        {open?.kind === "approve" && <ApproveDialog approval={open.approval} onClose={close} />}
        {open?.kind === "reject" && <RejectDialog approval={open.approval} onClose={close} />}
      </div>
      {shown !== undefined && shown.items.length > 0 && shown.pages > 1 && (
        <Pages
          page={search.page}
          pages={shown.pages}
          onPage={onPage}
          onApproach={(page) =>
            void queryClient.prefetchQuery(approvalPageQuery({ ...search, page }))
          }
        />
      )}
    </div>
  );
}

type RowsProps = {
  approvals: readonly Approval[];
  /** How many a search has found. */
  total: number | undefined;
  /** Others have been asked for. */
  isOld: boolean;
  onOpen: (kind: Open["kind"], approval: Approval) => void;
};

function Rows({ approvals, total, isOld, onOpen }: RowsProps) {
  return (
    <>
      {total !== undefined && (
        <p role="status" className="-mb-2 text-sm text-muted">
          {texts.found(total)}
        </p>
      )}
      <ul
        aria-busy={isOld}
        className={cx("flex flex-col gap-3 transition-opacity", isOld && "opacity-55")}
      >
        {approvals.map((approval) => (
          <li key={approval.id}>
            <ApprovalRow
              approval={approval}
              onApprove={() => onOpen("approve", approval)}
              onReject={() => onOpen("reject", approval)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function NoRows({ search, onClear }: { search: ApprovalsSearch; onClear: () => void }) {
  const { title, text } = empty[search.status];
  return (
    <Card>
      {search.q === "" ? (
        <EmptyState art={<EmptyRows />} title={title}>
          <p>{text}</p>
        </EmptyState>
      ) : (
        <EmptyState
          art={<EmptyRows />}
          title={texts.noRequestsMatch}
          actions={<Button onClick={onClear}>{texts.clearSearch}</Button>}
        >
          <p className="[overflow-wrap:anywhere]">{texts.noneMatch[search.status](search.q)}</p>
        </EmptyState>
      )}
    </Card>
  );
}

function LoadingRows() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{texts.loadingNames}</span>
      {[0, 1, 2, 3].map((row) => (
        <Card key={row} className="flex items-center gap-6 p-5">
          <Skeleton className="h-10 flex-1 rounded-sm" />
          <Skeleton className="h-10 flex-1 rounded-sm" />
          <Skeleton className="hidden h-10 w-40 rounded-sm md:block" />
        </Card>
      ))}
    </div>
  );
}

type ApprovalRowProps = { approval: Approval; onApprove: () => void; onReject: () => void };

/** Buttons stand only on what waits. */
function ApprovalRow({ approval, onApprove, onReject }: ApprovalRowProps) {
  const { username, platform, platform_username: name, admin_note: note } = approval;
  const member = username ?? texts.deletedMember;
  const isPending = approval.status === "pending";
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 p-5">
      <dl
        className={cx(
          "grid min-w-0 flex-1 basis-md grid-cols-2 gap-x-6 gap-y-3",
          isPending
            ? "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_10rem]"
            : "md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_10rem_10rem]",
        )}
      >
        <Fact label={texts.member}>
          <Member approval={approval} />
        </Fact>
        <Fact label={texts.name}>
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-semibold break-all">{name}</span>
            <Badge>{platform}</Badge>
          </span>
        </Fact>
        <Fact label={texts.submitted}>
          <Moment at={approval.submitted_at} />
        </Fact>
        {approval.processed_at !== null && (
          <Fact label={texts.processed}>
            <Moment at={approval.processed_at} />
          </Fact>
        )}
        {note !== "" && (
          <Fact label={texts.note} isWide>
            {note}
          </Fact>
        )}
      </dl>
      {isPending && (
        <div className="flex gap-3">
          <Button
            aria-label={texts.approve(name, member)}
            icon={<Check aria-hidden="true" className="size-4 text-win" />}
            onClick={onApprove}
          >
            {texts.approveText}
          </Button>
          <Button
            aria-label={texts.reject(name, member)}
            icon={<X aria-hidden="true" className="size-4 text-loss" />}
            onClick={onReject}
          >
            {texts.rejectText}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The member who asks, with a link to the account. */
function Member({ approval }: { approval: Approval }) {
  const { username, email, accountId, profilePicture } = approval;
  const maySeeAccounts = useMay("members");
  if (username === null || accountId === null) return <>{texts.deletedMember}</>;
  return (
    <span className="flex min-w-0 items-center gap-3">
      {profilePicture !== null && (
        <img src={profilePicture} alt="" className="size-9 shrink-0 rounded-full object-cover" />
      )}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {maySeeAccounts ? (
          <Link
            to="/admin/accounts"
            search={{ q: accountId }}
            aria-label={texts.account(username)}
            className="font-semibold underline decoration-line-strong underline-offset-4"
          >
            {username}
          </Link>
        ) : (
          <span className="font-semibold">{username}</span>
        )}
        {email !== null && (
          <span className="block text-muted">
            <Private what={hidden.emailOf(username)}>{email}</Private>
          </span>
        )}
      </span>
    </span>
  );
}

type FactProps = { label: string; isWide?: boolean; children: ReactNode };

function Fact({ label, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? "col-span-full" : "min-w-0"}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm">{children}</dd>
    </div>
  );
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}
