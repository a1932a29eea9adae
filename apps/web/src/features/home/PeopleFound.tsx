import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { isAwaited } from "../../shared/queries/is-awaited.ts";
import { minLetters, peopleQuery } from "./listing/queries.ts";

/**
 * People whose names match the search, above the Tribes that match. Renders nothing without a match: the list of Tribes describes
 * the result. `onPlaced` is called for each search when the people are known, or when that takes longer.
 */
export const PeopleFound = ({ search, onPlaced }: { search: string; onPlaced: (search: string) => void }) => {
  const found = useQuery({ ...peopleQuery(search), enabled: search.length >= minLetters });
  const { data: people = [] } = found;
  const isPlaced = !isAwaited(found);
  const tellPlaced = useEffectEvent(onPlaced);
  useEffect(() => {
    if (isPlaced) tellPlaced(search);
  }, [isPlaced, search]);
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="people-found" className="flex flex-col gap-1">
      <h2 id="people-found" className="text-xs font-medium text-muted">
        People
      </h2>
      <ul className="-mx-2 grid sm:grid-cols-2 xl:grid-cols-3">
        {people.map(({ uid, address, displayName, pfp, handle }) => (
          <li key={uid}>
            <Link
              to="/user/$address"
              params={{ address }}
              className="flex min-h-14 items-center gap-3 rounded-card px-2 -outline-offset-2 transition-colors hover:bg-surface active:bg-raised"
            >
              <PersonAvatar seed={uid} src={pfp} name="" size={40} />
              <span className="flex min-w-0 flex-col">
                <span className="truncate font-medium">{displayName}</span>
                {handle ? <span className="truncate text-xs text-muted">@{handle}</span> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
