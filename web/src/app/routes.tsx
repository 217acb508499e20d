import { type AnyRoute, createRoute } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { accountPage, verifyEmailPage } from "@/features/account/routes";
import {
  adminFrame,
  adminHuntPage,
  adminOverview,
  adminPages,
  adminSettingsPage,
  adminUnknownPage,
  docsFrame,
  docsOverview,
  docsPage,
  joinPage,
  setupPage,
} from "@/features/admin/routes";
import { calendarPage } from "@/features/calendar/routes";
import { challengesPage } from "@/features/challenges/routes";
import { fairnessPage } from "@/features/fairness/routes";
import type { Game, GameId } from "@/features/games/common/game";
import { games } from "@/features/games/registry";
import { giveawaysPage, ProofOverlay } from "@/features/giveaways/routes";
import { historyPage } from "@/features/history/routes";
import { homePage } from "@/features/home/routes";
import { huntPage, huntsPage } from "@/features/hunts/routes";
import { pointsLeaderboardPage, wagerLeaderboardPage } from "@/features/leaderboards/routes";
import { wagerRewardsPage } from "@/features/rewards/routes";
import {
  forgotPasswordPage,
  loginPage,
  resetPasswordPage,
  signupPage,
} from "@/features/session/routes";
import { shopPage } from "@/features/shop/routes";
import { useIsOn } from "@/features/site/modules";
import { type Address, definePage, type PageRoute } from "@/features/site/page-route";
import { socialsPage } from "@/features/socials/routes";
import { statementPage } from "@/features/statement/routes";
import { around, lazyPage } from "@/ui/lazy-page";
import { guards } from "./guards";
import { root } from "./root";
import { Shell } from "./shell/Shell";
import * as texts from "./texts/en";

/** Pages inside the shell. Admin pages and the stream overlay stand beside it, without its bars. */
const shell = createRoute({ getParentRoute: () => root, id: "shell", component: Shell });

/** Types are stated here: the router has them only for a route whose path is a literal. */
function useAddress<Path extends string, Search>(route: AnyRoute): Address<Path, Search> {
  return { search: route.useSearch(), params: route.useParams() };
}

const NotFoundPage = lazyPage(() => import("./NotFoundPage"), "NotFoundPage");

type OverlayProps<Path, Search> = { search: Search; path: Path };

/** The route of a declared page, with the literal types of its path and its search parameters. */
function createPage<Parent extends AnyRoute, const Path extends string, Search extends object>(
  parent: Parent,
  { path, title, access, validateSearch, Content }: PageRoute<Path, Search>,
  Overlay?: ComponentType<OverlayProps<Path, Search>>,
) {
  const route = createRoute({
    getParentRoute: () => parent,
    path,
    staticData: { title },
    validateSearch,
    beforeLoad: guards[access],
    component: around(Content, function PageContent() {
      const { search, params } = useAddress<Path, Search>(route);
      const isOn = useIsOn();
      if (!isOn(route.fullPath)) return <NotFoundPage />;
      return (
        <>
          <Content search={search} params={params} />
          {Overlay && <Overlay search={search} path={path} />}
        </>
      );
    }),
  });
  return route;
}

/** A page inside the shell. */
function sitePage<const Path extends string, Search extends object>(
  page: PageRoute<Path, Search>,
  Overlay?: ComponentType<OverlayProps<Path, Search>>,
) {
  return createPage(shell, page, Overlay);
}

/** One route, with the literal type of its path. */
function gamePage<const Path extends string>({ path, name, Page }: Game<GameId, Path>) {
  return sitePage(definePage({ path, title: name, access: "member", Page }));
}

/** The panel stands beside the shell, in a frame of its own. */
const panel = createPage(root, adminFrame);

const documents = createPage(root, docsFrame);

/** Without the bars of the site and the frame of the panel. */
const setup = createPage(root, setupPage);
const join = createPage(root, joinPage);

/** A page inside the panel. */
function panelPage<const Path extends string, Search extends object>(
  page: PageRoute<Path, Search>,
) {
  return createPage(panel, page);
}

const termsPage = definePage({
  path: "/terms-of-service",
  title: texts.termsService,
  Page: lazyPage(() => import("./terms/TermsPage"), "TermsPage"),
});

const pointsPage = definePage({
  path: "/points",
  title: texts.howGetPoints,
  Page: lazyPage(() => import("./points/PointsPage"), "PointsPage"),
});

/** Any other address: the same page inside the frame. */
const unknownPage = definePage({
  path: "$",
  title: texts.pageNotFound,
  Page: NotFoundPage,
});

/** The kit shows every component in every state. It is part of development builds only. */
const kit = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: "/kit",
        staticData: { title: texts.kit },
        component: lazyPage(() => import("@/ui/kit/KitPage"), "KitPage"),
      }),
    ]
  : [];

export const routeTree = root.addChildren([
  shell.addChildren([
    sitePage(homePage),
    sitePage(loginPage),
    sitePage(signupPage),
    sitePage(termsPage),
    sitePage(fairnessPage),
    ...games.map(gamePage),
    sitePage(wagerLeaderboardPage),
    sitePage(pointsLeaderboardPage),
    sitePage(calendarPage),
    sitePage(pointsPage),
    sitePage(statementPage),
    sitePage(challengesPage),
    sitePage(wagerRewardsPage),
    sitePage(socialsPage),
    sitePage(shopPage),
    sitePage(giveawaysPage, ProofOverlay),
    sitePage(historyPage, ProofOverlay),
    sitePage(accountPage),
    sitePage(forgotPasswordPage),
    sitePage(resetPasswordPage),
    sitePage(verifyEmailPage),
    sitePage(huntsPage),
    sitePage(huntPage),
    sitePage(unknownPage),
  ]),
  panel.addChildren([
    panelPage(adminOverview),
    ...adminPages.map(panelPage),
    panelPage(adminHuntPage),
    panelPage(adminSettingsPage),
    panelPage(adminUnknownPage),
  ]),
  documents.addChildren([createPage(documents, docsOverview), createPage(documents, docsPage)]),
  setup,
  join,
  ...kit,
]);
