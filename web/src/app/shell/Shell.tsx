import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { BottomBar } from "./BottomBar";
import { Sidebar } from "./Sidebar";
import { TopBar } from "./TopBar";

// Both are out of sight when a page opens.
const Footer = lazy(() => import("./Footer"));
const MobileMenu = lazy(() => import("./MobileMenu"));

/** The frame of every public and member page: bars around, the page in the middle. */
export function Shell() {
  const [menu, setMenu] = useState<"never" | "open" | "closed">("never");
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink-700 focus:px-4 focus:py-3 focus:text-sm focus:font-semibold"
      >
        Skip to content
      </a>
      <TopBar />
      <div className="md:grid md:grid-cols-[14.5rem_minmax(0,1fr)]">
        <Sidebar />
        <div className="flex min-h-[calc(100dvh-4rem)] min-w-0 flex-col">
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[72rem] flex-1 px-4 py-4 outline-none sm:py-6 sm:px-6 md:py-8 lg:px-10"
          >
            <Outlet />
          </main>
          <Suspense fallback={<div className="min-h-88" />}>
            <Footer />
          </Suspense>
        </div>
      </div>
      <BottomBar onOpenMenu={() => setMenu("open")} />
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
