import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation, useNavigate } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { ProofDialog } from "@/features/sign-in/ProofDialog";
import { SiteMark } from "@/features/site/SiteMark";
import { IconButton } from "@/ui/Button";
import { Sheet } from "@/ui/Dialog";
import { SkipLink } from "@/ui/SkipLink";
import { panelAccount } from "../session/account";
import { listen, startAdmin } from "../session/actions";
import { meQuery } from "../session/rights";
import { useHasEnded, useIsAdmin, wasEnded } from "../session/store";
import { tellOfPauses } from "../status/pauses";
import { Gate } from "./Gate";
import { HidingSwitch } from "./HidingSwitch";
import { MobileBlock, useIsHandheld } from "./MobileBlock";
import { SessionEnded } from "./SessionEnded";
import { SidebarContent } from "./SidebarContent";
import * as texts from "./texts/en";
import { useFocusHome } from "./use-focus-home";

// Asked once. A page without the question is better than none.
const loadOwnAccount = async () => ({ default: (await import("../me/OwnAccount")).OwnAccount });
const OwnAccount = lazy(() => loadOwnAccount().catch(() => ({ default: () => <></> })));

const STREAM = "/admin/stream";

/** Pages that a phone may open: what is needed during a stream, and one's own account. */
const FOR_PHONES: ReadonlySet<string> = new Set([STREAM, "/admin/me"]);

const isOverview = (pathname: string) => /^\/admin\/?$/.test(pathname);

/** What stands around every page of the panel, and what stands in for it where it may not be seen. */
export function AdminFrame() {
  const isAdmin = useIsAdmin();
  const isHandheld = useIsHandheld();
  const { pathname, href, state } = useLocation();
  useEffect(startAdmin, []);
  useFocusAfter(isAdmin);
  const [isFresh, setFresh] = useState(!isAdmin);
  if (!isAdmin && !isFresh) setFresh(true);
  const isDocs = /^\/docs(\/|$)/.test(pathname);
  // Phones get the gate, too: it leads to the page for the stream.
  if (isAdmin && isHandheld && !isDocs && !FOR_PHONES.has(pathname))
    return isOverview(pathname) ? <GoTo href={state.askedFor ?? STREAM} /> : <MobileBlock />;
  if (isAdmin) return <Panel isFresh={isFresh} onArrived={() => setFresh(false)} />;
  // The documents stay at their address, and are shown there after the login.
  if (isDocs || isOverview(pathname)) return <Gate />;
  // On the way out, until the page it leads to has loaded, there is nothing to guard.
  return pathname.startsWith("/admin/") ? (
    // After a logout another person may be next.
    <Navigate to="/admin" state={wasEnded() ? { askedFor: href } : {}} replace />
  ) : null;
}

/** Opens an address with its parameters in place of this one. */
function GoTo({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return null;
}

/** A login or logout removes what had the focus; then the content takes it. */
function useFocusAfter(isAdmin: boolean): void {
  const before = useRef(isAdmin);
  useEffect(() => {
    if (before.current === isAdmin) return;
    before.current = isAdmin;
    if (document.activeElement === document.body)
      document.querySelector("main")?.focus({ preventScroll: true });
  }, [isAdmin]);
}

/** Old links ask the dashboard for the accounts. */
function isOldLink({
  pathname,
  search,
}: {
  pathname: string;
  search: { tab?: string; section?: string };
}): boolean {
  const isMeant = search.tab === "approvals" || search.section === "accounts";
  return isMeant && isOverview(pathname);
}

type FreshLogin = {
  /** The person has just logged in in this window. */
  isFresh: boolean;
  /** They are on the page that they came for. */
  onArrived: () => void;
};

function Panel(login: FreshLogin) {
  const hasEnded = useHasEnded();
  useEffect(tellOfPauses, []);
  if (useLocation({ select: isOldLink })) return <Navigate to="/admin/accounts" replace />;
  return (
    <>
      <SkipLink />
      <NarrowBar />
      <div className="lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
        <aside className="sticky top-0 hidden h-[calc(100dvh-var(--message-strip))] overflow-y-auto overscroll-contain border-r border-line bg-ink-900 [scrollbar-width:thin] lg:block">
          <SidebarContent />
        </aside>
        <Content {...login} />
      </div>
      {hasEnded ? <SessionEnded /> : <ProofDialog account={panelAccount} />}
    </>
  );
}

const OWN_PAGE = "/admin/me";

/** The page itself. */
function Content({ isFresh, onArrived }: FreshLogin) {
  const home = useFocusHome();
  const { data: me, isError } = useQuery(meQuery);
  const { pathname, state } = useLocation();
  const isAtGate = isFresh && isOverview(pathname);
  // Moderators come for the stream, unless they asked for another page.
  const due = state.askedFor ?? (me?.role === "moderator" ? STREAM : null);
  const isDue = isAtGate && due !== null;
  const isUnknown = isAtGate && me === undefined && !isError;
  const isArrived = isFresh && !isDue && !isUnknown;
  useEffect(() => {
    if (isArrived) onArrived();
  }, [isArrived, onArrived]);
  // Until there is the second factor that the panel requires, the server refuses everything else.
  const needsFactor = me?.needsSecondFactor === true;
  useEffect(listen, [needsFactor]);
  return (
    <main
      ref={home}
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-[88rem] min-w-0 px-4 py-6 outline-none sm:px-6 lg:px-8 lg:py-8"
    >
      {needsFactor && pathname !== OWN_PAGE ? (
        <Navigate to={OWN_PAGE} replace />
      ) : isDue ? (
        <GoTo href={due} />
      ) : (
        !isUnknown && (
          <>
            {me?.needsOwnAccount === true && !needsFactor && (
              <div className="mb-6">
                <Suspense>
                  <OwnAccount me={me} />
                </Suspense>
              </div>
            )}
            <Outlet />
          </>
        )
      )}
    </main>
  );
}

/** Narrow windows keep the sidebar behind a button. */
function NarrowBar() {
  const href = useLocation({ select: (location) => location.href });
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b border-line bg-ink-950/82 px-3 backdrop-blur-lg lg:hidden">
      <IconButton label={texts.openMenu} onClick={() => setOpenedAt(href)}>
        <Menu aria-hidden="true" className="size-5" />
      </IconButton>
      <SiteMark className="size-7" />
      <span className="font-display font-bold">{texts.admin}</span>
      <HidingSwitch place="bar" />
      {/* A destination that has been reached closes it. */}
      <Sheet
        side="left"
        title={texts.menu}
        titleHidden
        open={openedAt === href}
        onOpenChange={(open) => setOpenedAt(open ? href : null)}
      >
        <SidebarContent />
      </Sheet>
    </header>
  );
}
