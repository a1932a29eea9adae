import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { Button, EmptyState, Loading, Skeleton, TextField } from "@tribe/ui";
import { Tabs } from "@tribe/ui/tabs";
import { Flame, Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { openCreate } from "../../shared/openers.ts";
import { useWatch } from "../../shared/realtime/hooks.ts";
import { type HomeTab, type RankingWindow, tokenListQuery } from "./queries.ts";
import { TokenRow } from "./TokenRow.tsx";

const tabs = [
  { value: "leaderboard", label: "Leaderboard" },
  { value: "migrated", label: "Migrated" },
] as const;

const windows: readonly { readonly value: RankingWindow; readonly label: string }[] = [
  { value: "4h", label: "4h" },
  { value: "1d", label: "1d" },
  { value: "all", label: "All" },
];

/** The market at the door: ranked Tribes with live prices. */
export const HomePage = () => {
  const [tab, setTab] = useState<HomeTab>("leaderboard");
  const [window, setWindow] = useState<RankingWindow>("all");
  const [search, setSearch] = useState("");
  const wanted = useDeferredValue(search.trim());
  useWatch(null);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-4 px-4 py-6">
      <div className="flex items-center justify-between gap-4">
        <h1 className="font-display text-xl font-semibold">Tribes</h1>
        <Button look="main" icon={<Flame aria-hidden size={18} />} onClick={() => openCreate()}>
          Create your Tribe
        </Button>
      </div>
      <Tabs label="Listing" value={tab} onChange={setTab} options={tabs}>
        <div className="flex flex-col gap-4 pt-4">
          <div className="flex flex-wrap items-center gap-3">
            <TextField
              label="Search Tribes"
              labelHidden
              type="search"
              placeholder="Search by name or symbol"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              suffix={<Search aria-hidden size={16} />}
              className="min-w-48 flex-1"
            />
            <fieldset className="flex gap-1">
              <legend className="sr-only">Ranking window</legend>
              {windows.map(({ value, label }) => (
                <Button
                  key={value}
                  small
                  look={value === window ? "plain" : "quiet"}
                  aria-pressed={value === window}
                  onClick={() => setWindow(value)}
                >
                  {label}
                </Button>
              ))}
            </fieldset>
          </div>
          <Listing tab={tab} window={window} search={wanted} />
        </div>
      </Tabs>
    </div>
  );
};

const Listing = ({ tab, window, search }: { tab: HomeTab; window: RankingWindow; search: string }) => {
  const list = useInfiniteQuery({ ...tokenListQuery(tab, window, search), placeholderData: keepPreviousData });
  if (list.isPending)
    return (
      <Loading label="Loading Tribes">
        {["a", "b", "c", "d", "e", "f"].map((key) => (
          <div key={key} className="flex items-center gap-3 py-3">
            <Skeleton className="size-12 rounded-card" />
            <Skeleton className="h-5 flex-1" />
            <Skeleton className="h-5 w-20" />
          </div>
        ))}
      </Loading>
    );
  if (list.isError && !list.data) return <QueryError error={list.error} onRetry={() => void list.refetch()} />;
  const tokens = list.data.pages.flatMap((page) => page.tokens);
  if (tokens.length === 0)
    return search ? (
      <EmptyState title={`No Tribe is called “${search}”`} message="Try a shorter name or the symbol." />
    ) : tab === "migrated" ? (
      <EmptyState
        icon={<Flame size={24} />}
        title="None has migrated yet"
        message="A token moves to a liquidity pool when its curve has taken 85 SOL."
      />
    ) : (
      <EmptyState
        icon={<Flame size={24} />}
        title="The first fire is yours to light"
        message="There is no Tribe here yet."
      >
        <Button onClick={() => openCreate()}>Create the first Tribe</Button>
      </EmptyState>
    );
  return (
    <>
      <ol className="-mx-2 flex flex-col" aria-busy={list.isPlaceholderData}>
        {tokens.map((token, index) => (
          <TokenRow key={token.mint} token={token} rank={index + 1} />
        ))}
      </ol>
      {list.hasNextPage ? (
        <Button className="self-center" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </>
  );
};
