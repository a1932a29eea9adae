import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
} from "@tanstack/react-router";
import { addressSchema, framedWalletPagePath, type Mint } from "@tribe/contract";
import * as z from "zod/mini";
import { readChatSearch } from "../features/chat/chat-search.ts";
import { loadChatList, loadChatRoom, loadMembersList } from "../features/chat/parts.ts";
import { readHomeSearch } from "../features/home/home-search.ts";
import { readTokenSearch } from "../features/tribe/seat/stay-search.ts";
import { loadPanes, loadRoom, loadTribeSkeleton } from "../features/tribe/tribe-parts.ts";
import { access } from "../shared/api/access.ts";
import { queryClient } from "../shared/api/query-client.ts";
import { openDialogs } from "../shared/dialogs/dialogs.ts";
import { part } from "../shared/navigation/part.ts";
import { historyQuery } from "../shared/queries/history.ts";
import { keys } from "../shared/queries/keys.ts";
import { hasPanes } from "../shared/state/panes.ts";
import { nextTask } from "../shared/time/idle.ts";
import { type HistoryWindow, keepDialogsInHistory } from "./dialogs/dialog-history.ts";
import { NotFoundPage } from "./shell/NotFoundPage.tsx";
import { PageError } from "./shell/PageError.tsx";
import { Shell } from "./shell/Shell.tsx";
import { trackHistory } from "./track-history.ts";

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage, errorComponent: PageError });

/** Parses an address in a path; an invalid one is a page that does not exist. */
const addressParam = (value: string) => {
  const read = z.safeParse(addressSchema, value);
  if (!read.success) throw notFound();
  return read.data;
};

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(
    part(() => import("../features/home/HomePage.tsx")),
    "HomePage",
  ),
});
/** Loads what is shown until a Tribe is known, if it isn't. */
const outlineOf = (mint: Mint): Promise<unknown> | undefined =>
  queryClient().getQueryData(keys.token(mint)) === undefined ? loadTribeSkeleton().catch(() => undefined) : undefined;

/** A Tribe is one screen with two addresses: going from one to the other remounts nothing. */
const tribe = createRoute({
  getParentRoute: () => root,
  id: "tribe",
  component: lazyRouteComponent(
    part(async () => {
      const [page] = await Promise.all([
        import("../features/tribe/TribePage.tsx"),
        ...(hasPanes() ? [loadPanes(), loadChatList(), loadMembersList()] : []),
      ]);
      return page;
    }),
    "TribePage",
  ),
});
const token = createRoute({
  getParentRoute: () => tribe,
  path: "/token/$mint",
  params: { parse: ({ mint }) => ({ mint: addressParam(mint) }), stringify: ({ mint }) => ({ mint }) },
  validateSearch: readTokenSearch,
  // Requested while the page's script is loading, which it does not block; not for each row that a pointer passes.
  loader: ({ params: { mint }, preload }) => {
    if (!preload) void nextTask().then(() => queryClient().prefetchQuery(historyQuery(mint)));
    return outlineOf(mint);
  },
});
const chat = createRoute({
  getParentRoute: () => tribe,
  path: "/chat/$mint",
  params: { parse: ({ mint }) => ({ mint: addressParam(mint) }), stringify: ({ mint }) => ({ mint }) },
  validateSearch: readChatSearch,
  loaderDeps: ({ search: { view } }) => ({ view }),
  // Begins when a finger is on the tab. After a failure the component that needs it requests it again.
  loader: async ({ params: { mint }, deps: { view }, preload }) => {
    void outlineOf(mint);
    if (!preload && access.get().session) loadChatRoom().catch(() => undefined);
    await (view === "members" ? loadMembersList() : loadRoom()).catch(() => undefined);
  },
});
const user = createRoute({
  getParentRoute: () => root,
  path: "/user/$address",
  params: { parse: ({ address }) => ({ address: addressParam(address) }), stringify: ({ address }) => ({ address }) },
  component: lazyRouteComponent(
    part(() => import("../features/profile/UserPage.tsx")),
    "UserPage",
  ),
});
const tribes = createRoute({
  getParentRoute: () => root,
  path: "/tribes",
  component: lazyRouteComponent(
    part(() => import("../features/chat/TribesPage.tsx")),
    "TribesPage",
  ),
});
const wallet = createRoute({
  getParentRoute: () => root,
  path: "/wallet",
  component: lazyRouteComponent(
    part(() => import("../features/portfolio/WalletPage.tsx")),
    "WalletPage",
  ),
});
const you = createRoute({
  getParentRoute: () => root,
  path: "/you",
  component: lazyRouteComponent(
    part(() => import("../features/profile/YouPage.tsx")),
    "YouPage",
  ),
});
const security = createRoute({
  getParentRoute: () => root,
  path: "/you/security",
  component: lazyRouteComponent(
    part(() => import("../features/profile/security/SecurityPage.tsx")),
    "SecurityPage",
  ),
});
const framedWallet = createRoute({
  getParentRoute: () => root,
  path: framedWalletPagePath,
  component: lazyRouteComponent(
    part(() => import("../features/profile/security/FramedWalletPage.tsx")),
    "FramedWalletPage",
  ),
});
const account = createRoute({
  getParentRoute: () => root,
  path: "/you/account",
  component: lazyRouteComponent(
    part(() => import("../features/profile/account/AccountPage.tsx")),
    "AccountPage",
  ),
});
const earnings = createRoute({
  getParentRoute: () => root,
  path: "/earnings",
  component: lazyRouteComponent(
    part(() => import("../features/earnings/EarningsPage.tsx")),
    "EarningsPage",
  ),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: "/notifications",
  component: lazyRouteComponent(
    part(() => import("../features/notifications/NotificationsPage.tsx")),
    "NotificationsPage",
  ),
});

const notificationSettings = createRoute({
  getParentRoute: () => root,
  path: "/notifications/settings",
  component: lazyRouteComponent(
    part(() => import("../features/notifications/SettingsPage.tsx")),
    "SettingsPage",
  ),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: "/unsubscribe",
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    typeof token === "string" ? { token } : {},
  component: lazyRouteComponent(
    part(() => import("../features/notifications/UnsubscribePage.tsx")),
    "UnsubscribePage",
  ),
});

/** The routes of all paths. Created once, before the first render: it reads the address and takes over the browser's history. */
export const makeRouter = (history: HistoryWindow = window) => {
  const router = createRouter({
    routeTree: root.addChildren([
      home,
      tribe.addChildren([token, chat]),
      user,
      tribes,
      wallet,
      you,
      security,
      framedWallet,
      account,
      earnings,
      notifications,
      notificationSettings,
      unsubscribe,
    ]),
    history: createBrowserHistory({ window: keepDialogsInHistory(history, openDialogs) }),
    defaultPreload: "intent",
    defaultPendingMs: 150,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: hasPlaceToRestore(),
    scrollToTopSelectors: ["#main"],
  });
  trackHistory(router.history);
  return router;
};

/**
 * Whether the page may have been scrolled before. A newly opened page has not been, and scrolling it to its top would force a
 * layout between two steps of rendering.
 */
const hasPlaceToRestore = () => {
  const [opened] = performance.getEntriesByType("navigation");
  let isNew = opened instanceof PerformanceNavigationTiming && opened.type === "navigate" && location.hash === "";
  return () => {
    const answer = !isNew;
    isNew = false;
    return answer;
  };
};

export type AppRouter = ReturnType<typeof makeRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
