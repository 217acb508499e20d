import { createRoute, type RouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Game, GameId } from "@/features/games/common/game";
import { games } from "@/features/games/registry";
import { around, lazyPage } from "@/ui/lazy-page";
import { adminRoutes } from "./adminRoutes";
import { requireGuest, requireMember } from "./guards";
import { root } from "./root";
import { Shell } from "./shell/Shell";

/** Pages inside the shell. Admin pages and the stream overlay stand beside it, without its bars. */
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

/** A page without parameters in its address; `beforeLoad` may send the visitor elsewhere. */
function plainPage<const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
  beforeLoad: (context: { location: { href: string } }) => void = () => undefined,
) {
  return createRoute({
    getParentRoute: () => shell,
    path,
    staticData: { title },
    beforeLoad,
    component,
  });
}

/** A page for members alone. */
const memberPage = <const Path extends string>(
  path: Path,
  title: string,
  component: RouteComponent,
) => plainPage(path, title, component, requireMember);

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  component: lazyPage(() => import("@/features/home/HomePage"), "HomePage"),
});

type RedirectSearch = { redirect?: string };

type KickSearch = { kick?: string };

/** Reads one parameter of an address as it came; it is judged where it is used. */
function textParameter<const Name extends string>(name: Name) {
  return (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const value = search[name];
    const found: { [Key in Name]?: string } = {};
    if (typeof value === "string") found[name] = value;
    return found;
  };
}

const redirectSearch = textParameter("redirect");
/** The result of a visit to Kick. */
const kickSearch = textParameter("kick");
/** The giveaway whose proof lies open over the page. */
const proofSearch = textParameter("proof");

const LazyLogin = lazyPage(() => import("@/features/session/LoginPage"), "LoginPage");
const LazySignup = lazyPage(() => import("@/features/session/SignupPage"), "SignupPage");

const login = createRoute({
  getParentRoute: () => shell,
  path: "/login",
  staticData: { title: "Log in" },
  validateSearch: (search: Record<string, unknown>): RedirectSearch & KickSearch => ({
    ...redirectSearch(search),
    ...kickSearch(search),
  }),
  beforeLoad: requireGuest,
  component: around(LazyLogin, function LoginRoute() {
    const { redirect, kick }: RedirectSearch & KickSearch = login.useSearch();
    return <LazyLogin redirect={redirect} kick={kick} />;
  }),
});

const signup = createRoute({
  getParentRoute: () => shell,
  path: "/signup",
  staticData: { title: "Sign up" },
  validateSearch: redirectSearch,
  beforeLoad: requireGuest,
  component: around(LazySignup, function SignupRoute() {
    const search: RedirectSearch = signup.useSearch();
    return <LazySignup redirect={search.redirect} />;
  }),
});

const terms = plainPage(
  "/terms-of-service",
  "Terms of Service",
  lazyPage(() => import("@/app/terms/TermsPage"), "TermsPage"),
);

type FairnessSearch = { round?: string; game?: string };

const LazyFairness = lazyPage(() => import("@/features/fairness/FairnessPage"), "FairnessPage");

const fairness = createRoute({
  getParentRoute: () => shell,
  path: "/fairness",
  staticData: { title: "Fairness" },
  validateSearch: (search: Record<string, unknown>): FairnessSearch => ({
    ...textParameter("round")(search),
    ...textParameter("game")(search),
  }),
  component: around(LazyFairness, function FairnessRoute() {
    const search: FairnessSearch = fairness.useSearch();
    return <LazyFairness roundId={search.round ?? null} game={search.game ?? null} />;
  }),
});

/** One route, with the literal type of its path. */
function gamePage<const Path extends string>({ path, name, Page }: Game<GameId, Path>) {
  return memberPage(path, name, Page);
}

const gamePages = games.map(gamePage);

const LazyWagerLeaderboard = lazyPage(
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
  component: around(LazyWagerLeaderboard, function WagerLeaderboardRoute() {
    return <LazyWagerLeaderboard month={wagerLeaderboard.useSearch().month ?? null} />;
  }),
});

const pointsLeaderboard = plainPage(
  "/leaderboard/points",
  "Points leaderboard",
  lazyPage(() => import("@/features/leaderboards/PointsLeaderboardPage"), "PointsLeaderboardPage"),
);

/** Guests may open it: it tells them to log in. */
const calendar = plainPage(
  "/rewards/daily-calendar",
  "Daily Calendar",
  lazyPage(() => import("@/features/calendar/CalendarPage"), "CalendarPage"),
);

const LazyStatement = lazyPage(() => import("@/features/statement/StatementPage"), "StatementPage");

const statement = createRoute({
  getParentRoute: () => shell,
  path: "/statement",
  staticData: { title: "Statement" },
  validateSearch: (search: Record<string, unknown>): { page?: number } => {
    const page = Number(search.page);
    return Number.isSafeInteger(page) && page > 1 ? { page } : {};
  },
  beforeLoad: requireMember,
  component: around(LazyStatement, function StatementRoute() {
    return <LazyStatement page={statement.useSearch().page ?? 1} />;
  }),
});

const LazyChallenges = lazyPage(
  () => import("@/features/challenges/ChallengesPage"),
  "ChallengesPage",
);

const challenges = createRoute({
  getParentRoute: () => shell,
  path: "/challenges",
  staticData: { title: "Challenges" },
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: "easiest" | "hardest" } =>
    sort === "easiest" || sort === "hardest" ? { sort } : {},
  component: around(LazyChallenges, function ChallengesRoute() {
    return <LazyChallenges order={challenges.useSearch().sort ?? "all"} />;
  }),
});

const wagerRewards = plainPage(
  "/rewards/wager",
  "Wager Rewards",
  lazyPage(() => import("@/features/rewards/WagerRewardsPage"), "WagerRewardsPage"),
);

const points = plainPage(
  "/points",
  "How to get points",
  lazyPage(() => import("./points/PointsPage"), "PointsPage"),
);

const socials = plainPage(
  "/socials",
  "Socials",
  lazyPage(() => import("@/features/socials/SocialsPage"), "SocialsPage"),
);

type ShopOrder = "low" | "high" | "stock";

const LazyShop = lazyPage(() => import("@/features/shop/ShopPage"), "ShopPage");

const shop = createRoute({
  getParentRoute: () => shell,
  path: "/points-shop",
  staticData: { title: "Points Shop" },
  validateSearch: ({ sort }: Record<string, unknown>): { sort?: ShopOrder } =>
    sort === "low" || sort === "high" || sort === "stock" ? { sort } : {},
  component: around(LazyShop, function ShopRoute() {
    return <LazyShop order={shop.useSearch().sort ?? "all"} />;
  }),
});

const LazyAccount = lazyPage(() => import("@/features/account/AccountPage"), "AccountPage");

const account = createRoute({
  getParentRoute: () => shell,
  path: "/account",
  staticData: { title: "Account" },
  validateSearch: kickSearch,
  beforeLoad: requireMember,
  component: around(LazyAccount, function AccountRoute() {
    return <LazyAccount kick={account.useSearch().kick} />;
  }),
});

const forgotPassword = plainPage(
  "/forgot-password",
  "Forgot password",
  lazyPage(() => import("@/features/session/ForgotPasswordPage"), "ForgotPasswordPage"),
);

/** The links of emails carry a token. */
function tokenSearch({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === "string" && token !== "" ? { token } : {};
}

const LazyReset = lazyPage(
  () => import("@/features/session/ResetPasswordPage"),
  "ResetPasswordPage",
);

const resetPassword = createRoute({
  getParentRoute: () => shell,
  path: "/reset-password",
  staticData: { title: "New password" },
  validateSearch: tokenSearch,
  component: around(LazyReset, function ResetRoute() {
    return <LazyReset token={resetPassword.useSearch().token ?? null} />;
  }),
});

const LazyVerify = lazyPage(() => import("@/features/account/VerifyEmailPage"), "VerifyEmailPage");

const verifyEmail = createRoute({
  getParentRoute: () => shell,
  path: "/verify-email",
  staticData: { title: "Verify email" },
  validateSearch: tokenSearch,
  component: around(LazyVerify, function VerifyRoute() {
    return <LazyVerify token={verifyEmail.useSearch().token ?? null} />;
  }),
});

type ProofSearch = { proof?: string };

const LazyGiveaways = lazyPage(() => import("@/features/giveaways/GiveawaysPage"), "GiveawaysPage");
const LazyOpenProof = lazyPage(() => import("@/features/giveaways/OpenProof"), "OpenProof");

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
  component: around(LazyGiveaways, function GiveawaysRoute() {
    const { proof }: ProofSearch = giveaways.useSearch();
    return (
      <>
        <LazyGiveaways />
        <Proof proof={proof} page="/giveaways" />
      </>
    );
  }),
});

type HistorySearch = ProofSearch & { tab?: "shop" };

const LazyHistory = lazyPage(() => import("@/features/history/HistoryPage"), "HistoryPage");

const history = createRoute({
  getParentRoute: () => shell,
  path: "/history",
  staticData: { title: "History" },
  validateSearch: (search: Record<string, unknown>): HistorySearch => ({
    ...proofSearch(search),
    ...(search.tab === "shop" && { tab: search.tab }),
  }),
  beforeLoad: requireMember,
  component: around(LazyHistory, function HistoryRoute() {
    const { proof, tab }: HistorySearch = history.useSearch();
    return (
      <>
        <LazyHistory tab={tab ?? "giveaways"} />
        <Proof proof={proof} page="/history" />
      </>
    );
  }),
});

const LazyHunts = lazyPage(() => import("@/features/hunts/HuntsPage"), "HuntsPage");

const hunts = createRoute({
  getParentRoute: () => shell,
  path: "/bonus-hunts",
  staticData: { title: "Bonus Hunts" },
  // The page makes sense of the word.
  validateSearch: textParameter("sort"),
  component: around(LazyHunts, function HuntsRoute() {
    return <LazyHunts order={hunts.useSearch().sort ?? ""} />;
  }),
});

const LazyHunt = lazyPage(() => import("@/features/hunts/HuntPage"), "HuntPage");

const hunt = createRoute({
  getParentRoute: () => shell,
  path: "/bonus-hunts/$id",
  staticData: { title: "Bonus Hunt" },
  component: around(LazyHunt, function HuntRoute() {
    return <LazyHunt id={hunt.useParams().id} />;
  }),
});

/** Any other address: the same page inside the frame. */
const unknown = plainPage(
  "$",
  "Page not found",
  lazyPage(() => import("./NotFoundPage"), "NotFoundPage"),
);

/** The kit shows every component in every state. It is part of development builds only. */
const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: "/kit",
        staticData: { title: "Kit" },
        component: lazyPage(() => import("@/ui/kit/KitPage"), "KitPage"),
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
    ...gamePages,
    wagerLeaderboard,
    pointsLeaderboard,
    calendar,
    points,
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
