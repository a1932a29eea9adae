import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { TokenSummary } from "@tribe/contract";
import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Search } from "@tribe/ui/icons";
import { SeatsAround } from "@tribe/ui/seats-around";
import { type ReactNode, useState } from "react";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { seatWords } from "../listing/listed-figures.ts";
import { minLetters, peopleQuery, tribesFoundQuery } from "../listing/queries.ts";
import { foundWords, mergeFound } from "./found-words.ts";
import { forgetRecentHits, type Hit, recentHits, rememberHit } from "./recent-hits.ts";

/** What a search finds: Tribes first, then people; before any letter what was opened from earlier ones. */
export const SearchResults = ({ search, typed }: { search: string; typed: string }) => {
  const wanted = typed.trim();
  if (wanted === "") return <Recent />;
  return search ? <Found search={search} isTyping={wanted !== search} /> : <RowsComing />;
};

const Found = ({ search, isTyping }: { search: string; isTyping: boolean }) => {
  const tribes = useQuery({ ...tribesFoundQuery(search), placeholderData: keepPreviousData });
  const people = useQuery({
    ...peopleQuery(search),
    enabled: search.length >= minLetters,
    placeholderData: keepPreviousData,
  });
  if (tribes.isPending)
    return tribes.fetchStatus === "paused" ? (
      <EmptyState title="You're offline" message="The search works again when you reconnect." />
    ) : (
      <RowsComing />
    );
  if (tribes.isError) return <QueryError isPart error={tribes.error} onRetry={() => void tribes.refetch()} />;
  const { onCurve, migrated, total } = tribes.data;
  const found = mergeFound(search, onCurve, migrated);
  const persons = (search.length >= minLetters && people.data) || [];
  const isSettled = !isTyping && !tribes.isPlaceholderData && !people.isFetching;
  const isNothing = found.length === 0 && persons.length === 0;
  return (
    // While busy it shows what was found before.
    <div aria-busy={!isSettled} className="flex flex-col gap-4">
      <p role="status" className="sr-only">
        {isSettled ? foundWords(total, persons.length) : ""}
      </p>
      {isNothing && isSettled ? (
        <EmptyState
          title={`Nothing matches “${search}”`}
          message="Try a shorter name, a Tribe's symbol or a person's handle."
        />
      ) : null}
      {found.length > 0 ? (
        <Group id="tribes-found" title="Tribes">
          {found.map((tribe) => (
            <HitRow key={tribe.mint} hit={hitOfTribe(tribe)} tribe={tribe} />
          ))}
        </Group>
      ) : null}
      {total > found.length ? (
        <p className="px-2 text-xs text-muted">
          {found.length} of {total} Tribes. Type more to narrow it down.
        </p>
      ) : null}
      {persons.length > 0 ? (
        <Group id="people-found" title="People">
          {persons.map(({ uid, address, displayName, pfp, handle }) => (
            <HitRow
              key={uid}
              hit={{ kind: "person", address, seed: uid, name: displayName, note: handle, pfp }}
              tribe={null}
            />
          ))}
        </Group>
      ) : null}
    </div>
  );
};

const Recent = () => {
  const [hits, setHits] = useState(recentHits);
  const clear = () => {
    forgetRecentHits();
    setHits([]);
  };
  if (hits.length === 0)
    return (
      <EmptyState
        icon={<Search size={24} />}
        title="Find a Tribe or a person"
        message="By name, by a Tribe's symbol, or by a person's handle."
      />
    );
  return (
    <Group
      id="recent-hits"
      title="Recent"
      action={
        <Button variant="ghost" small onClick={clear}>
          Clear
        </Button>
      }
    >
      {hits.map((hit) => (
        <HitRow key={`${hit.kind} ${hit.address}`} hit={hit} tribe={null} />
      ))}
    </Group>
  );
};

const Group = ({
  id,
  title,
  action = null,
  children,
}: {
  id: string;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) => (
  <section aria-labelledby={id} className="flex flex-col">
    <div className="flex min-h-8 items-center justify-between">
      <h2 id={id} className="text-xs font-medium text-muted">
        {title}
      </h2>
      {action}
    </div>
    <ul className="-mx-2">{children}</ul>
  </section>
);

const hitOfTribe = ({ mint, name, symbol, pfp }: TokenSummary): Hit => ({
  ...{ kind: "tribe", address: mint, seed: mint },
  ...{ name, note: symbol, pfp },
});

/** One line of the results. Arrow keys walk over those with `data-hit`. */
const HitRow = ({ hit, tribe }: { hit: Hit; tribe: TokenSummary | null }) => {
  const { kind, address, seed, name, note, pfp } = hit;
  const isTribe = kind === "tribe";
  const rowClasses =
    "flex min-h-15 items-center gap-3 rounded-card px-2 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised";
  const shown = (
    <>
      {tribe ? (
        <SeatsAround taken={tribe.memberCount} seats={tribe.groupSize}>
          <PersonAvatar seed={seed} src={pfp} name="" size={40} shape="token" />
        </SeatsAround>
      ) : (
        <PersonAvatar seed={seed} src={pfp} name="" size={40} shape={isTribe ? "token" : "person"} />
      )}
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi className="truncate font-medium">{name}</bdi>
        <span className="truncate text-xs text-muted">
          {note === null ? "" : isTribe ? note : `@${note}`}
          {tribe ? (tribe.newMint === null ? ` · by ${tribe.creatorName}` : " · migrated") : ""}
        </span>
      </span>
      {tribe ? <span className="shrink-0 text-right text-xs text-muted tabular-nums">{seatWords(tribe)}</span> : null}
    </>
  );
  const remember = () => rememberHit(hit);
  return (
    <li>
      {isTribe ? (
        <Link data-hit to="/token/$mint" params={{ mint: address }} onClick={remember} className={rowClasses}>
          {shown}
        </Link>
      ) : (
        <Link data-hit to="/user/$address" params={{ address }} onClick={remember} className={rowClasses}>
          {shown}
        </Link>
      )}
    </li>
  );
};

const RowsComing = () => (
  <Loading label="Searching">
    {["a", "b", "c", "d"].map((key) => (
      <div key={key} className="flex min-h-15 items-center gap-3">
        <Skeleton className="size-10 rounded-tribe" />
        <Skeleton className="h-8 flex-1" />
      </div>
    ))}
  </Loading>
);
