import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { NotFoundPage } from "./FailurePages";
import { requireGuest, requireMember } from "./guards";
import { NotOpenPage } from "./NotOpenPage";
import { PageTitle } from "./PageTitle";
import { Shell } from "./shell/Shell";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The page's name in the title of the window. */
    title?: string;
  }
}

const root = createRootRoute({
  component: () => (
    <>
      <PageTitle />
      <Outlet />
    </>
  ),
  notFoundComponent: NotFoundPage,
});

/** Pages inside the shell. Admin pages and the stream overlay will stand beside it, without bars. */
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyRouteComponent(() => import("@/features/home/HomePage"), "HomePage"),
});

type RedirectSearch = { redirect?: string };

/** Keeps the `redirect` parameter as it came; it is judged where it is used. */
function redirectSearch(search: Record<string, unknown>): RedirectSearch {
  return typeof search.redirect === "string" ? { redirect: search.redirect } : {};
}

const LazyLogin = lazyRouteComponent(() => import("@/features/session/LoginPage"), "LoginPage");
const LazySignup = lazyRouteComponent(() => import("@/features/session/SignupPage"), "SignupPage");

const login = createRoute({
  getParentRoute: () => shell,
  path: "/login",
  staticData: { title: "Log in" },
  validateSearch: redirectSearch,
  beforeLoad: requireGuest,
  component: function LoginRoute() {
    const search: RedirectSearch = login.useSearch();
    return <LazyLogin redirect={search.redirect} />;
  },
});

const signup = createRoute({
  getParentRoute: () => shell,
  path: "/signup",
  staticData: { title: "Sign up" },
  validateSearch: redirectSearch,
  beforeLoad: requireGuest,
  component: function SignupRoute() {
    const search: RedirectSearch = signup.useSearch();
    return <LazySignup redirect={search.redirect} />;
  },
});

const terms = createRoute({
  getParentRoute: () => shell,
  path: "/terms-of-service",
  staticData: { title: "Terms of Service" },
  component: lazyRouteComponent(() => import("@/features/terms/TermsPage"), "TermsPage"),
});

const dice = createRoute({
  getParentRoute: () => shell,
  path: "/games/dice",
  staticData: { title: "Dice" },
  beforeLoad: requireMember,
  component: lazyRouteComponent(() => import("@/features/games/dice/DicePage"), "DicePage"),
});

/** A route of a page that is not part of this release yet. */
function notOpen<const Path extends string>(path: Path, title: string, about: string) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    component: () => <NotOpenPage name={title} about={about} />,
  });
}

const notOpenPages = [
  notOpen(
    "/leaderboard",
    "Leaderboard",
    "The monthly wager leaderboard with its prizes will stand here.",
  ),
  notOpen(
    "/leaderboard/points",
    "Points leaderboard",
    "The members with the most points of the month will stand here.",
  ),
  notOpen("/challenges", "Challenges", "Challenges and their rewards will be listed here."),
  notOpen("/giveaways", "Giveaways", "Giveaways to enter, and their draws, will be listed here."),
  notOpen(
    "/points-shop",
    "Points Shop",
    "What points can be traded for will be listed here. Points you earn now are kept.",
  ),
  notOpen("/rewards/wager", "Wager Rewards", "Rewards by amount wagered will be listed here."),
  notOpen(
    "/rewards/daily-calendar",
    "Daily Calendar",
    "A daily claim with a growing streak will be found here.",
  ),
  notOpen("/games/mines", "Mines", "This game is still being built. Dice is open."),
  notOpen("/games/blackjack", "Blackjack", "This game is still being built. Dice is open."),
  notOpen("/games/keno", "Keno", "This game is still being built. Dice is open."),
  notOpen("/games/limbo", "Limbo", "This game is still being built. Dice is open."),
  notOpen("/games/roulette", "Roulette", "This game is still being built. Dice is open."),
  notOpen(
    "/slots/downunder-dawgs",
    "Downunder Dawgs",
    "This slot is still being built. Dice is open.",
  ),
  notOpen("/bonus-hunts", "Bonus Hunts", "Bonus hunts of the stream will be listed here."),
  notOpen(
    "/socials",
    "Socials",
    "All places to follow will be listed here. Until then they stand at the foot of every page.",
  ),
  notOpen("/account", "Account", "Settings of your account will be found here."),
  notOpen("/history", "History", "Your giveaways and purchases will be listed here."),
  notOpen(
    "/forgot-password",
    "Password reset",
    "Resetting a password by mail is still being built. Ask the streamer for help until then.",
  ),
] as const;

/** The kit shows every component in every state. It is part of development builds only. */
const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: "/kit",
        staticData: { title: "Kit" },
        component: lazyRouteComponent(() => import("@/ui/kit/KitPage"), "KitPage"),
      }),
    ]
  : [];

export const routeTree = root.addChildren([
  shell.addChildren([home, login, signup, terms, dice, ...notOpenPages]),
  ...kit,
]);
