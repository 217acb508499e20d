import { queryOptions, useQuery } from "@tanstack/react-query";
import { REFRESH_MS } from "@/features/session/actions";
import type { Member } from "@/features/session/store";
import { answer, api } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";

type Approval = components["schemas"]["GamingApproval"];

/** Where a member's casino name stands (docs/decisions.md, E11). */
export type CasinoLink = {
  /** The approved name; it stands until another one is approved. */
  linked: string | null;
  /** The name that waits for the streamer. */
  pending: string | null;
  /** The name that was turned down last, unless another one waits. */
  rejected: { name: string; reason: string | null } | null;
};

const approvalsQuery = queryOptions({
  queryKey: ["member", "approvals"],
  queryFn: async (): Promise<readonly Approval[]> =>
    (await answer(api.GET("/api/auth/gaming-approvals/user"))).approvals,
  // The streamer decides while the member looks elsewhere.
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** The member carries the approvals too, which is what shows until they are read. */
export function useCasinoLink(member: Member): CasinoLink {
  const { data } = useQuery(approvalsQuery);
  return casinoLink(data ?? member.gamingApprovals, member.rainbetUsername ?? null);
}

/** Reads them again. */
export function rereadApprovals(): void {
  void queryClient.invalidateQueries({ queryKey: approvalsQuery.queryKey });
}

/** Takes the approvals that came with an answer. */
export function keepApprovals(approvals: readonly Approval[]): void {
  void queryClient.cancelQueries({ queryKey: approvalsQuery.queryKey });
  queryClient.setQueryData(approvalsQuery.queryKey, approvals);
}

export function casinoLink(approvals: readonly Approval[], linked: string | null): CasinoLink {
  const named = (status: string) =>
    approvals.findLast(
      (approval) => approval.platform.toLowerCase() === "rainbet" && approval.status === status,
    );
  const approved = named("approved");
  const pending = named("pending");
  const rejected = named("rejected");
  return {
    linked: approved?.platform_username ?? linked,
    pending: pending?.platform_username ?? null,
    rejected:
      rejected === undefined || pending !== undefined
        ? null
        : { name: rejected.platform_username, reason: rejected.reason || null },
  };
}
