import { useNavigate, useSearch } from "@tanstack/react-router";
import { Button, classes, TextField, useMediaQuery } from "@tribe/ui";
import { Search } from "@tribe/ui/icons";
import { Tabs } from "@tribe/ui/tabs";
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import { useIsSignedIn } from "../../shared/api/access.ts";
import { DeferUntilIdle } from "../../shared/components/DeferUntilIdle.tsx";
import { part } from "../../shared/navigation/part.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { HomeAccount } from "./HomeAccount.tsx";
import { HomeMain } from "./HomeMain.tsx";
import { type HomeSearch, nextSort, readHomeSearch, wishOf } from "./home-search.ts";
import { Listing } from "./listing/Listing.tsx";
import { UnplacedList } from "./listing/RowsLoading.tsx";
import { SortChoice } from "./listing/SortChoice.tsx";
import { WindowChoice } from "./listing/WindowChoice.tsx";
import { LiveStripPlace, useHadLives } from "./live/LiveStripPlace.tsx";
import { NoticesPlaceholder, noticesHeight } from "./NoticesPlaceholder.tsx";
import { onSearchKey } from "./search/hit-keys.ts";
import { useHomeSearch } from "./search/use-home-search.ts";
import { useRise } from "./search/use-rise.ts";
import { Welcome } from "./Welcome.tsx";

const tabs = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "migrated", label: "Migrated" },
] as const;

// None is part of the list on the first screen: they are loaded after it.
const HomePanel = lazy(() => import("./HomePanel.tsx").then((m) => ({ default: m.HomePanel })));
const HomeNotices = lazy(() => import("./HomeNotices.tsx").then((m) => ({ default: m.HomeNotices })));
const loadResults = part(() => import("./search/SearchResults.tsx"));
const SearchResults = lazy(() => loadResults().then((m) => ({ default: m.SearchResults })));

/** The front page: ranked Tribes with live prices. The address holds the view, so that Back restores it. */
export const HomePage = () => {
  const { tab, window, sort, order } = useSearch({ from: "/" });
  const wish = useMemo(
    () =>
      wishOf({
        ...(tab ? { tab } : {}),
        ...(window ? { window } : {}),
        ...(sort ? { sort } : {}),
        ...(order ? { order } : {}),
      }),
    [tab, window, sort, order],
  );
  const navigate = useNavigate({ from: "/" });
  const { isOpen, typed, search, open, close, setTyped } = useHomeSearch();
  const isSignedIn = useIsSignedIn();
  // On the first visit the list appears in its final place, once the parts above it are known.
  const [isPlaced, setPlaced] = useState(() => noticesHeight.read() !== null);
  const isUnplaced = isSignedIn && !isPlaced;
  const hasPanel = useMediaQuery("(min-width: 1280px)");
  const isWide = useMediaQuery("(min-width: 1024px)");
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
  const row = useRef<HTMLDivElement>(null);
  const welcome = useRef<HTMLDivElement>(null);
  useRise(row, welcome, isOpen);
  const closeSearch = () => {
    close();
    // What had the focus is gone.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <div data-home className="xl:flex xl:min-h-full">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the links within */}
      <div
        className="mx-auto flex w-full max-w-7xl min-w-0 flex-1 flex-col gap-4 px-4 pt-3 pb-4 lg:px-6"
        onKeyDown={isOpen ? (event) => onSearchKey(event, closeSearch) : undefined}
      >
        <div ref={row} className="flex flex-wrap items-center gap-2 lg:min-h-14 lg:flex-nowrap lg:gap-4">
          <h1 className="sr-only font-display text-xl font-bold lg:not-sr-only">Home</h1>
          <TextField
            label="Search Tribes and people"
            labelHidden
            type="search"
            placeholder="Search"
            maxLength={64}
            autoComplete="off"
            enterKeyHint="search"
            value={typed}
            onPointerEnter={() => void loadResults().catch(() => undefined)}
            onClick={open}
            onChange={(event) => {
              open();
              setTyped(event.target.value);
            }}
            suffix={<Search aria-hidden size={16} />}
            className={classes(
              "min-w-34 flex-1 [&_:placeholder-shown::-webkit-search-cancel-button]:hidden",
              !isOpen && "lg:w-64 lg:flex-none min-[1440px]:w-80",
            )}
          />
          {isOpen ? (
            <Button variant="ghost" onClick={closeSearch}>
              Cancel
            </Button>
          ) : (
            <>
              <SortChoice value={wish.sort} onChange={(value) => show({ sort: value, order: "desc" })} />
              <span className="hidden flex-1 lg:block" />
              <HomeAccount />
              <HomeMain />
            </>
          )}
        </div>
        {isSignedIn ? null : (
          // Kept while it is hidden, with the people around its fire.
          <div ref={welcome} className={isOpen ? "hidden" : "max-lg:order-first"}>
            <Welcome />
          </div>
        )}
        {isOpen ? (
          <div className="flex animate-appear flex-col gap-4">
            <Suspense>
              <SearchResults search={search} typed={typed} />
            </Suspense>
          </div>
        ) : (
          <>
            {hadLives ? <LiveStripPlace /> : null}
            {isSignedIn ? (
              <Suspense fallback={<NoticesPlaceholder />}>
                <HomeNotices hasPanel={hasPanel} onPlaced={() => setPlaced(true)} />
              </Suspense>
            ) : null}
            {isUnplaced ? <UnplacedList isWide={isWide} /> : null}
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
          </>
        )}
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
