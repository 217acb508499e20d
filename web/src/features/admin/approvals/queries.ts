import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { answer } from "@/wire/http";
import { queryClient } from "@/wire/queries";
import type { components } from "@/wire/schema";
import { onOnline, onPush, useLiveState } from "@/wire/socket";
import { adminApi } from "../session/actions";

export type Approval = components["schemas"]["Approval"];

/** How often the names are read while nothing can be pushed. */
const OFFLINE_READ_MS = 15_000;

/** All names at the casino that members have asked for, newest first, and how many wait. */
const approvalsQuery = queryOptions({
  queryKey: ["admin", "approvals"],
  queryFn: () => answer(adminApi.GET("/api/auth/gaming-approvals")),
  staleTime: 0,
});

/** The names, read again whenever the server says that something about them has changed. */
export function useApprovals() {
  const isPushed = useLiveState() === "online";
  const names = useQuery({ ...approvalsQuery, refetchInterval: !isPushed && OFFLINE_READ_MS });
  useEffect(() => {
    const stops = [
      onPush("approvalsChanged", ({ pending }) => {
        queryClient.setQueryData(
          approvalsQuery.queryKey,
          (known) => known && { ...known, pending },
        );
        reread();
      }),
      onOnline(reread),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return names;
}

function reread(): void {
  void queryClient.invalidateQueries({ queryKey: approvalsQuery.queryKey });
}

/** Says yes or no to a name. */
export async function decide(
  id: string,
  status: "approved" | "rejected",
  adminNote: string,
): Promise<string> {
  const params = { path: { id } };
  const body = adminNote === "" ? { status } : { status, adminNote };
  try {
    const { message } = await answer(
      adminApi.PUT("/api/auth/gaming-approvals/{id}", { params, body }),
    );
    return message;
  } finally {
    // Also after a refusal: it may be that somebody else has decided meanwhile.
    reread();
  }
}
