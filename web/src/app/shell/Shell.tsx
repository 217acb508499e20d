import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useMember } from "@/features/session/store";
import { WaysSlot } from "@/features/wallet/ways-slot";
import { lazyPart } from "@/ui/lazy-part";
import { SkipLink } from "@/ui/SkipLink";
import { useMedia, WIDE_SCREEN } from "@/ui/use-media";
import { Sidebar } from "./Sidebar";
import { TopBar } from "./TopBar";

// The bar and the sidebar come beside the page; the others are out of sight when it opens.
const BottomBar = lazyPart(() => import("./BottomBar"));
const Footer = lazyPart(() => import("./Footer"));
const WaysToPoints = lazy(() =>
  import("../points/WaysToPoints").catch(() => ({ default: () => null })),
);
const InactiveNotice = lazyPart(() => import("./InactiveNotice"));
const MobileMenu = lazyPart(() => import("./MobileMenu"));

/** The frame of every public and member page: bars around, the page in the middle. */
export function Shell() {
  const isWide = useMedia(WIDE_SCREEN);
  const isInactive = useMember()?.isActive === false;
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  return (
    <>
      <SkipLink />
      <TopBar />
      <div className="lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Sidebar />
        <div className="flex min-h-[calc(100dvh-4rem)] min-w-0 flex-col">
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[72rem] flex-1 px-4 py-4 outline-none sm:py-6 sm:px-6 md:py-8 lg:px-10"
          >
            {isInactive && (
              <Suspense fallback={null}>
                <InactiveNotice />
              </Suspense>
            )}
            <WaysSlot value={<WaysToPoints />}>
              <Outlet />
            </WaysSlot>
          </main>
          <Suspense fallback={<div className="min-h-88" />}>
            <Footer />
          </Suspense>
        </div>
      </div>
      {!isWide && (
        <div className="bottom-bar fixed inset-x-0 bottom-(--message-strip) z-20 min-h-14 border-t border-line bg-ink-900/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-lg lg:hidden">
          <Suspense fallback={null}>
            <BottomBar onOpenMenu={() => setMenu("open")} />
          </Suspense>
        </div>
      )}
      {menu !== "never" && (
        <Suspense fallback={null}>
          <MobileMenu
            open={menu === "open"}
            onOpenChange={(open) => setMenu(open ? "open" : "closed")}
          />
        </Suspense>
      )}
    </>
  );
}
