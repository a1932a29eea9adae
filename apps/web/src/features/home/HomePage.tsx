import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button, classes, TextField, useMediaQuery } from "@tribe/ui";
import { Flame, Search } from "@tribe/ui/icons";
import { Tabs } from "@tribe/ui/tabs";
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { openCreate } from "../../shared/flow/openers.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { HomeAccount } from "./HomeAccount.tsx";
import { type HomeSearch, nextSort, readHomeSearch, wishOf } from "./home-search.ts";
import { Listing } from "./listing/Listing.tsx";
import { SortChoice } from "./listing/SortChoice.tsx";
import { WindowChoice } from "./listing/WindowChoice.tsx";
import { LiveStripPlace, useHadLives } from "./live/LiveStripPlace.tsx";
import { NoticesPlaceholder, noticesHeight } from "./NoticesPlaceholder.tsx";
import { Welcome } from "./Welcome.tsx";

const tabs = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "migrated", label: "Migrated" },
] as const;

/** Debounces typing in the search. */
const typingMs = 250;

// Neither is part of the list on the first screen: both are loaded after it.
const HomePanel = lazy(() => import("./HomePanel.tsx").then((m) => ({ default: m.HomePanel })));
const HomeNotices = lazy(() => import("./HomeNotices.tsx").then((m) => ({ default: m.HomeNotices })));
const PeopleFound = lazy(() => import("./PeopleFound.tsx").then((m) => ({ default: m.PeopleFound })));

/** The front page: ranked Tribes with live prices. The address holds the view, so that Back restores it. */
export const HomePage = () => {
  const { tab, window, q = "", sort, order } = useSearch({ from: "/" });
  const wish = useMemo(
    () =>
      wishOf({
        ...(tab ? { tab } : {}),
        ...(window ? { window } : {}),
        ...(sort ? { sort } : {}),
        ...(order ? { order } : {}),
        q,
      }),
    [tab, window, q, sort, order],
  );
  const navigate = useNavigate({ from: "/" });
  const [typed, setTyped] = useState(q);
  const asked = useRef(q);
  // Back, or a link to Home without a search, changes the search in the address: the field follows it.
  useEffect(() => {
    if (q === asked.current) return;
    asked.current = q;
    setTyped(q);
  }, [q]);
  const isSignedIn = useIsSignedIn();
  // On the first visit the list appears in its final place, once the parts above it are known.
  const [isPlaced, setPlaced] = useState(() => noticesHeight.read() !== null);
  const [placedSearch, setPlacedSearch] = useState("");
  const isUnplaced = (isSignedIn && !isPlaced) || (wish.search !== "" && wish.search !== placedSearch);
  const hasPanel = useMediaQuery("(min-width: 1280px)");
  const hadLives = useHadLives();
  useWatch(null);
  const show = useCallback(
    (change: HomeSearch) =>
      void navigate({ to: "/", search: (old) => readHomeSearch({ ...old, ...change }), replace: true }),
    [navigate],
  );
  // The pressed control updates at once; its list, which takes a phone longer to render, follows.
  const listed = useDeferredValue(wish);
  const listing = useMemo(
    () => (
      <Listing
        key={Object.values(listed).join(" ")}
        wish={listed}
        onSort={(pressed) => show(nextSort(listed, pressed))}
      />
    ),
    [listed, show],
  );
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === q) return;
    const timer = setTimeout(() => {
      asked.current = wanted;
      void navigate({ to: "/", search: (old) => readHomeSearch({ ...old, q: wanted }), replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, q, navigate]);
  return (
    <div data-home className="xl:flex xl:min-h-full">
      <div className="mx-auto flex w-full max-w-7xl min-w-0 flex-1 flex-col gap-4 px-4 pt-3 pb-4 lg:px-6">
        <div className="flex items-center gap-2 lg:min-h-14 lg:gap-4">
          <h1 className="sr-only font-display text-xl font-bold lg:not-sr-only">Tribes</h1>
          <TextField
            label="Search Tribes and people"
            labelHidden
            type="search"
            placeholder="Tribes, people"
            maxLength={64}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            suffix={<Search aria-hidden size={16} />}
            className="min-w-0 flex-1 lg:w-64 lg:flex-none min-[1440px]:w-80 [&_:placeholder-shown::-webkit-search-cancel-button]:hidden"
          />
          <SortChoice value={wish.sort} onChange={(value) => show({ sort: value, order: "desc" })} />
          <span className="hidden flex-1 lg:block" />
          <HomeAccount />
          <Button
            variant={isSignedIn ? "primary" : "secondary"}
            icon={<Flame aria-hidden size={18} className="max-sm:hidden" />}
            onClick={() => openCreate()}
          >
            <span>
              Create<span className="max-sm:sr-only"> your Tribe</span>
            </span>
          </Button>
        </div>
        {isSignedIn ? null : <Welcome />}
        {hadLives ? <LiveStripPlace /> : null}
        {isSignedIn ? (
          <Suspense fallback={<NoticesPlaceholder />}>
            <HomeNotices hasPanel={hasPanel} onPlaced={() => setPlaced(true)} />
          </Suspense>
        ) : null}
        {wish.search ? (
          <Suspense>
            <div className={classes("contents", isUnplaced && "invisible")}>
              <PeopleFound search={wish.search} onPlaced={setPlacedSearch} />
            </div>
          </Suspense>
        ) : null}
        <Tabs
          label="Listing"
          value={wish.tab}
          onChange={(value) => show({ tab: value })}
          options={tabs}
          // Side by side as long as the font size leaves room for both.
          className={classes("@container relative text-base", isUnplaced && "invisible")}
          listClassName="w-47 @max-[18em]:w-full lg:w-60"
          panelClassName="pt-2"
        >
          <div className="absolute top-0 right-0 flex @max-[18em]:static">
            <button
              type="button"
              aria-pressed={wish.sort === "newest"}
              onClick={() =>
                show(wish.sort === "newest" ? { sort: "volume", order: "desc" } : { sort: "newest", order: "desc" })
              }
              className={classes(
                "hidden min-h-9 rounded-control px-3 text-sm font-medium transition-colors pointer-coarse:min-h-11 lg:block",
                wish.sort === "newest" ? "bg-raised text-text" : "text-muted hover:text-text",
              )}
            >
              Newest
            </button>
            <WindowChoice value={wish.window} onChange={(value) => show({ window: value })} />
          </div>
          {listing}
        </Tabs>
      </div>
      {hasPanel ? (
        <aside aria-label="Around" className="w-76 shrink-0 border-l border-line min-[1440px]:w-84">
          <div className="sticky top-0 max-h-dvh overflow-y-auto">
            <DeferUntilIdle turn={1}>
              <Suspense>
                <HomePanel hasLives={!hadLives} />
              </Suspense>
            </DeferUntilIdle>
          </div>
        </aside>
      ) : null}
    </div>
  );
};
