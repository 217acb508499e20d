import { queryOptions, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { followStoredBypass, onTurnedAway, useHasBypass } from "@/wire/closed-site";
import { answer, api } from "@/wire/http";
import { pageData } from "@/wire/page-data";
import { queryClient } from "@/wire/queries";
import { onOnline, onPush, useLiveState } from "@/wire/socket";

const Overlay = lazy(() => import("./MaintenanceOverlay"));

/** How often the switch is asked for while nothing is pushed. */
const POLL_MS = 2_000;

const statusQuery = queryOptions({
  queryKey: ["maintenance"],
  queryFn: () => answer(api.GET("/api/auth/admin/maintenance-status")),
  staleTime: 0,
  ...(pageData.maintenance && { initialData: pageData.maintenance }),
});

/**
 * Watches the switch of the whole site and lays the overlay over it while it is off, but for admin
 * pages, the stream's banner and browsers that may pass (docs/decisions.md, A11). Only this much of
 * it is loaded with every page.
 */
export function MaintenanceGate() {
  const isExempt = useLocation({
    select: ({ pathname }) => /^\/(admin|stream)(\/|$)/.test(pathname),
  });
  const mayPass = useHasBypass();
  // A connection that has been on its way for so long counts as down, too.
  const isPushed = useLiveState() === "online";
  const { data } = useQuery({ ...statusQuery, refetchInterval: !isPushed && POLL_MS });
  useEffect(() => {
    const readAgain = () => void queryClient.invalidateQueries({ queryKey: statusQuery.queryKey });
    const stops = [
      onPush("maintenanceChanged", ({ maintenanceMode }) => {
        // An answer on its way may be older than the push.
        const isReading = queryClient.isFetching({ queryKey: statusQuery.queryKey }) > 0;
        const pushed = { success: true, message: "", maintenanceMode };
        queryClient.setQueryData(statusQuery.queryKey, pushed);
        if (isReading) readAgain();
      }),
      onOnline(readAgain),
      onTurnedAway(readAgain),
    ];
    window.addEventListener("storage", followStoredBypass);
    return () => {
      for (const stop of stops) stop();
      window.removeEventListener("storage", followStoredBypass);
    };
  }, []);

  if (data?.maintenanceMode !== true || isExempt || mayPass) return null;
  return (
    <Suspense fallback={null}>
      <Overlay />
    </Suspense>
  );
}
