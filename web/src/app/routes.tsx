import { createRoute, lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { adminRoutes } from "./adminRoutes";
import { requireGuest, requireMember } from "./guards";
import { root } from "./root";
import { Shell } from "./shell/Shell";

/** Pages inside the shell. Admin pages and the stream overlay stand beside it, without its bars. */
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

type KickSearch = { kick?: string };

/** The result of a visit to Kick. */
function kickSearch({ kick }: Record<string, unknown>): KickSearch {
  return typeof kick === "string" ? { kick } : {};
}

const LazyLogin = lazyRouteComponent(() => import("@/features/session/LoginPage"), "LoginPage");
const LazySignup = lazyRouteComponent(() => import("@/features/session/SignupPage"), "SignupPage");

const login = createRoute({
  getParentRoute: () => shell,
  path: "/login",
  staticData: { title: "Log in" },
  validateSearch: (search: Record<string, unknown>): RedirectSearch & KickSearch => ({
    ...redirectSearch(search),
    ...kickSearch(search),
  }),
  beforeLoad: requireGuest,
  component: function LoginRoute() {
    const { redirect, kick }: RedirectSearch & KickSearch = login.useSearch();
    return <LazyLogin redirect={redirect} kick={kick} />;
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

type FairnessSearch = { round?: string; game?: string };

const LazyFairness = lazyRouteComponent(
  () => import("@/features/fairness/FairnessPage"),
  "FairnessPage",
);

const fairness = createRoute({
  getParentRoute: () => shell,
  path: "/fairness",
  staticData: { title: "Fairness" },
  validateSearch: (search: Record<string, unknown>): FairnessSearch => ({
    ...(typeof search.round === "string" && { round: search.round }),
    ...(typeof search.game === "string" && { game: search.game }),
  }),
  component: function FairnessRoute() {
    const search: FairnessSearch = fairness.useSearch();
    return <LazyFairness roundId={search.round ?? null} game={search.game ?? null} />;
  },
});

/** A page for members alone, without parameters in its address. */
function memberPage<const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    beforeLoad: requireMember,
    component,
  });
}

const games = [
  memberPage(
    "/games/dice",
    "Dice",
    lazyRouteComponent(() => import("@/features/games/dice/DicePage"), "DicePage"),
  ),
  memberPage(
    "/games/limbo",
    "Limbo",
    lazyRouteComponent(() => import("@/features/games/limbo/LimboPage"), "LimboPage"),
  ),
  memberPage(
    "/games/mines",
    "Mines",
    lazyRouteComponent(() => import("@/features/games/mines/MinesPage"), "MinesPage"),
  ),
  memberPage(
    "/games/keno",
    "Keno",
    lazyRouteComponent(() => import("@/features/games/keno/KenoPage"), "KenoPage"),
  ),
  memberPage(
    "/slots/downunder-dawgs",
    "Downunder Dawgs",
    lazyRouteComponent(() => import("@/features/games/slot/SlotPage"), "SlotPage"),
  ),
  memberPage(
    "/games/blackjack",
    "Blackjack",
    lazyRouteComponent(() => import("@/features/games/blackjack/BlackjackPage"), "BlackjackPage"),
  ),
  memberPage(
    "/games/roulette",
    "Roulette",
    lazyRouteComponent(() => import("@/features/games/roulette/RoulettePage"), "RoulettePage"),
  ),
] as const;

const LazyWagerLeaderboard = lazyRouteComponent(
  () => import("@/features/leaderboards/WagerLeaderboardPage"),
  "WagerLeaderboardPage",
);

const wagerLeaderboard = createRoute({
  getParentRoute: () => shell,
  path: "/leaderboard",
  staticData: { title: "Leaderboard" },
  // "2026-11"; any other text is the same as none.
  validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
    typeof month === "string" && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
  component: function WagerLeaderboardRoute() {
    return <LazyWagerLeaderboard month={wagerLeaderboard.useSearch().month ?? null} />;
  },
});

const pointsLeaderboard = createRoute({
  getParentRoute: () => shell,
  path: "/leaderboard/points",
  staticData: { title: "Points leaderboard" },
  component: lazyRouteComponent(
    () => import("@/features/leaderboards/PointsLeaderboardPage"),
    "PointsLeaderboardPage",
  ),
});

/** Guests may open it: it tells them to log in (specification 1, section 8). */
const calendar = createRoute({
  getParentRoute: () => shell,
  path: "/rewards/daily-calendar",
  staticData: { title: "Daily Calendar" },
  component: lazyRouteComponent(() => import("@/features/calendar/CalendarPage"), "CalendarPage"),
});

const LazyStatement = lazyRouteComponent(
  () => import("@/features/statement/StatementPage"),
  "StatementPage",
);

const statement = createRoute({
  getParentRoute: () => shell,
  path: "/statement",
  staticData: { title: "Statement" },
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  beforeLoad: requireMember,
  component: function StatementRoute() {
    return <LazyStatement page={statement.useSearch().page ?? 1} />;
  },
});

const LazyChallenges = lazyRouteComponent(
  () => import("@/features/challenges/ChallengesPage"),
  "ChallengesPage",
);

const challenges = createRoute({
  getParentRoute: () => shell,
  path: "/challenges",
  staticData: { title: "Challenges" },
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: "easiest" | "hardest" } =>
    sort === "easiest" || sort === "hardest" ? { sort } : {},
  component: function ChallengesRoute() {
    return <LazyChallenges order={challenges.useSearch().sort ?? "all"} />;
  },
});

const wagerRewards = createRoute({
  getParentRoute: () => shell,
  path: "/rewards/wager",
  staticData: { title: "Wager Rewards" },
  component: lazyRouteComponent(
    () => import("@/features/rewards/WagerRewardsPage"),
    "WagerRewardsPage",
  ),
});

const socials = createRoute({
  getParentRoute: () => shell,
  path: "/socials",
  staticData: { title: "Socials" },
  component: lazyRouteComponent(() => import("@/features/socials/SocialsPage"), "SocialsPage"),
});

type ShopOrder = "low" | "high" | "stock";

const LazyShop = lazyRouteComponent(() => import("@/features/shop/ShopPage"), "ShopPage");

const shop = createRoute({
  getParentRoute: () => shell,
  path: "/points-shop",
  staticData: { title: "Points Shop" },
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: ShopOrder } =>
    sort === "low" || sort === "high" || sort === "stock" ? { sort } : {},
  component: function ShopRoute() {
    return <LazyShop order={shop.useSearch().sort ?? "all"} />;
  },
});

const LazyAccount = lazyRouteComponent(
  () => import("@/features/account/AccountPage"),
  "AccountPage",
);

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  staticData: { title: "Account" },
  validateSearch: kickSearch,
  beforeLoad: requireMember,
  component: function AccountRoute() {
    return <LazyAccount kick={account.useSearch().kick} />;
  },
});

const forgotPassword = createRoute({
  getParentRoute: () => shell,
  path: "/forgot-password",
  staticData: { title: "Forgot password" },
  component: lazyRouteComponent(
    () => import("@/features/session/ForgotPasswordPage"),
    "ForgotPasswordPage",
  ),
});

/** The links of emails carry a token. */
function tokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === "string" && token !== "" ? { token } : {};
}

const LazyReset = lazyRouteComponent(
  () => import("@/features/session/ResetPasswordPage"),
  "ResetPasswordPage",
);

const resetPassword = createRoute({
  getParentRoute: () => shell,
  path: "/reset-password",
  staticData: { title: "New password" },
  validateSearch: tokenSearch,
  component: function ResetRoute() {
    return <LazyReset token={resetPassword.useSearch().token ?? null} />;
  },
});

const LazyVerify = lazyRouteComponent(
  () => import("@/features/account/VerifyEmailPage"),
  "VerifyEmailPage",
);

const verifyEmail = createRoute({
  getParentRoute: () => shell,
  path: "/verify-email",
  staticData: { title: "Verify email" },
  validateSearch: tokenSearch,
  component: function VerifyRoute() {
    return <LazyVerify token={verifyEmail.useSearch().token ?? null} />;
  },
});

type ProofSearch = { proof?: string };

/** The giveaway whose proof lies open over the page. */
function proofSearch({ proof }: Record<string, unknown>): ProofSearch {
  return typeof proof === "string" ? { proof } : {};
}

const LazyGiveaways = lazyRouteComponent(
  () => import("@/features/giveaways/GiveawaysPage"),
  "GiveawaysPage",
);
const LazyOpenProof = lazyRouteComponent(
  () => import("@/features/giveaways/OpenProof"),
  "OpenProof",
);

type ProofProps = { proof: string | undefined; page: "/giveaways" | "/history" };

/** The page below stays visible, and keeps the focus, while the proof is loaded. */
function Proof({ proof, page }: ProofProps) {
  if (proof === undefined) return null;
  return (
    <Suspense fallback={null}>
      <LazyOpenProof giveawayId={proof} page={page} />
    </Suspense>
  );
}

const giveaways = createRoute({
  getParentRoute: () => shell,
  path: "/giveaways",
  staticData: { title: "Giveaways" },
  validateSearch: proofSearch,
  component: function GiveawaysRoute() {
    const { proof }: ProofSearch = giveaways.useSearch();
    return (
      <>
        <LazyGiveaways />
        <Proof proof={proof} page="/giveaways" />
      </>
    );
  },
});

type HistorySearch = ProofSearch & { tab?: "shop" };

const LazyHistory = lazyRouteComponent(
  () => import("@/features/history/HistoryPage"),
  "HistoryPage",
);

const history = createRoute({
  getParentRoute: () => shell,
  path: "/history",
  staticData: { title: "History" },
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    ...proofSearch(search),
    ...(search.tab === "shop" && { tab: search.tab }),
  }),
  beforeLoad: requireMember,
  component: function HistoryRoute() {
    const { proof, tab }: HistorySearch = history.useSearch();
    return (
      <>
        <LazyHistory tab={tab ?? "giveaways"} />
        <Proof proof={proof} page="/history" />
      </>
    );
  },
});

const LazyHunts = lazyRouteComponent(() => import("@/features/hunts/HuntsPage"), "HuntsPage");

const hunts = createRoute({
  getParentRoute: () => shell,
  path: "/bonus-hunts",
  staticData: { title: "Bonus Hunts" },
  // The page makes sense of the word.
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: string } =>
    typeof sort === "string" ? { sort } : {},
  component: function HuntsRoute() {
    return <LazyHunts order={hunts.useSearch().sort ?? ""} />;
  },
});

const LazyHunt = lazyRouteComponent(() => import("@/features/hunts/HuntPage"), "HuntPage");

const hunt = createRoute({
  getParentRoute: () => shell,
  path: "/bonus-hunts/$id",
  staticData: { title: "Bonus Hunt" },
  component: function HuntRoute() {
    return <LazyHunt id={hunt.useParams().id} />;
  },
});

/** Any other address: the same page inside the frame. */
const unknown = createRoute({
  getParentRoute: () => shell,
  path: "$",
  staticData: { title: "Page not found" },
  component: lazyRouteComponent(() => import("./NotFoundPage"), "NotFoundPage"),
});

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
  shell.addChildren([
    home,
    login,
    signup,
    terms,
    fairness,
    ...games,
    wagerLeaderboard,
    pointsLeaderboard,
    calendar,
    statement,
    challenges,
    wagerRewards,
    socials,
    shop,
    giveaways,
    history,
    account,
    forgotPassword,
    resetPassword,
    verifyEmail,
    hunts,
    hunt,
    unknown,
  ]),
  adminRoutes,
  ...kit,
]);
