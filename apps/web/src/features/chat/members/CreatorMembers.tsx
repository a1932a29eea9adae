import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type AnswerOf, type ChatMember, type MemberList, routes, type TokenProfile } from "@tribe/contract";
import { amountsOf, typedFormat } from "@tribe/domain/money";
import { Button, classes, EmptyState, IconButton, Loading, Skeleton } from "@tribe/ui";
import { Crown, Search, UserRoundX } from "@tribe/ui/icons";
import { useDeferredValue, useState } from "react";
import { api } from "../../../shared/api/api.ts";
import { PersonAvatar } from "../../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../../shared/components/QueryError.tsx";
import { keys } from "../../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../../shared/queries/page-by-page.ts";
import { subscribersQuery } from "../../../shared/queries/token.ts";
import { peopleNow, peopleOf } from "../../../shared/realtime/people.ts";
import { useStore } from "../../../shared/state/store.ts";
import { seatsOf } from "../../../shared/tokens/tribe-seats.ts";
import { askToBlock, unblock } from "./block.ts";
import { knownMembers } from "./known-members.ts";
import { seatedWords } from "./member-words.ts";
import { OnlineMark } from "./OnlineMark.tsx";

type Counts = AnswerOf<typeof routes.chat.members>["counts"];

/** People per page. */
const pageSize = 50;

const useMembers = (mint: TokenProfile["mint"], list: MemberList, search: string) =>
  useInfiniteQuery({
    queryKey: [...keys.chatMembers(mint), list, search],
    queryFn: ({ pageParam, signal }) =>
      api(routes.chat.members, {
        query: {
          mint,
          list,
          limit: pageSize,
          ...(search === "" ? {} : { search }),
          ...cursorOf(pageParam),
        },
        signal,
      }),
    ...pageByPage,
    // A new search keeps showing the previous results until it is answered; another list does not.
    placeholderData: (before, asked) => (asked?.queryKey[2] === list ? before : undefined),
    staleTime: 10_000,
  });

const empty: Record<MemberList, string> = {
  members: "Nobody has a seat yet",
  booted: "Nobody is out",
  blocked: "Nobody is blocked",
};

/** The Chief's lists of a Tribe's people: seated, booted and blocked. */
export const CreatorMembers = ({ token, onOpen }: { token: TokenProfile; onOpen?: () => void }) => {
  const { mint } = token;
  const [list, setList] = useState<MemberList>("members");
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 64));
  const members = useMembers(mint, list, search);
  const { data: seated } = useQuery(subscribersQuery(mint));
  const cut = seated ? seatsOf(seated, token.groupSize).cut : null;
  const counts = members.data?.pages[0]?.counts ?? null;
  // The seated members are known from the seat ring before the list has loaded.
  const known = list === "members" && search === "" && seated ? knownMembers(seated, token.groupSize) : null;
  const found = members.data?.pages.flatMap((page) => page.members) ?? known?.slice(0, pageSize);
  return (
    <div className="flex flex-col gap-2">
      <label className="flex min-h-11 items-center gap-2 rounded-control border border-line-strong bg-bg px-3 text-muted focus-within:outline-2 focus-within:outline-ember">
        <Search aria-hidden size={16} />
        <input
          type="search"
          aria-label="Find a member"
          placeholder="Find a member"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-muted lg:text-sm [&::-webkit-search-cancel-button]:appearance-none"
        />
      </label>
      <Lists shown={list} counts={counts} onShow={setList} />
      {list === "booted" ? <p className="px-2 text-xs text-muted">Booted: they lost their seat, or sold it.</p> : null}
      {members.error && !members.data ? (
        <QueryError isPart error={members.error} onRetry={() => void members.refetch()} />
      ) : !found ? (
        <Loading label="Loading members">
          <Skeleton className="my-1 h-12" />
          <Skeleton className="my-1 h-12" />
          <Skeleton className="my-1 h-12" />
        </Loading>
      ) : found.length === 0 ? (
        <EmptyState title={search === "" ? empty[list] : `Nobody is called “${search}”`} />
      ) : (
        <ul className="flex flex-col">
          {found.map((member) => (
            <MemberRow key={member.uid} member={member} token={token} cut={cut} {...(onOpen ? { onOpen } : {})} />
          ))}
        </ul>
      )}
      {members.hasNextPage ? (
        <Button busy={members.isFetchingNextPage} onClick={() => void members.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </div>
  );
};

const Lists = ({
  shown,
  counts,
  onShow,
}: {
  shown: MemberList;
  counts: Counts | null;
  onShow: (list: MemberList) => void;
}) => (
  <fieldset aria-label="Which people" className="flex gap-1">
    {(
      [
        ["members", "Members", counts?.members],
        ["booted", "Out", counts?.booted],
        ["blocked", "Blocked", counts?.blocked],
      ] as const
    ).map(([list, label, count]) => (
      <button
        key={list}
        type="button"
        aria-pressed={list === shown}
        onClick={() => onShow(list)}
        className={classes(
          "min-h-9 flex-1 rounded-control border px-2 text-sm pointer-coarse:min-h-11",
          list === shown ? "border-ember-line bg-ember-soft font-semibold" : "border-transparent bg-raised text-muted",
        )}
      >
        {label} <span className="text-xs tabular-nums">{count ?? ""}</span>
      </button>
    ))}
  </fieldset>
);

const MemberRow = ({
  member,
  token,
  cut,
  onOpen,
}: {
  member: ChatMember;
  token: TokenProfile;
  /** What the last seat takes, base units; null while it is unknown. */
  cut: bigint | null;
  onOpen?: () => void;
}) => {
  const { online } = peopleOf(useStore(peopleNow), token.mint);
  const { address, displayName, role, state, seat, reason } = member;
  const isOnline = state === "active" || state === "chief" ? member.isOnline || online.has(member.uid) : false;
  const held = amountsOf(token).named(member.holding, typedFormat);
  const place =
    state === "active" && seat !== null ? seatedWords(token, { number: seat, holding: member.holding, cut }) : null;
  const note = place
    ? `Seat ${seat} · ${held}`
    : role === "chief"
      ? `Chief · ${held}`
      : state === "active"
        ? held
        : reason;
  const end = place ? place.end : role === "chief" || note === held ? "" : held;
  const spoken = place ? place.spoken : [note, end].filter(Boolean).join(", ");
  return (
    <li className="flex min-h-14 items-center gap-3 py-1">
      <Link
        to="/user/$address"
        params={{ address }}
        onClick={() => onOpen?.()}
        className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-control px-2 text-sm hover:bg-raised"
      >
        <span className="relative shrink-0">
          <PersonAvatar seed={member.uid} src={member.pfp} name="" size={36} />
          {isOnline ? <OnlineMark /> : null}
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="flex items-center gap-1 font-medium">
            <bdi className="line-clamp-2 text-left break-words">{displayName}</bdi>
            {role === "chief" ? <Crown aria-hidden size={14} className="shrink-0 text-ember-text" /> : null}
          </span>
          {spoken ? <span className="sr-only">{`, ${spoken}`}</span> : null}
          {note ? (
            <span aria-hidden className="line-clamp-2 text-xs text-muted">
              {note}
            </span>
          ) : null}
        </span>
        <span aria-hidden className="shrink-0 text-muted tabular-nums">
          {end}
        </span>
      </Link>
      {role === "chief" ? null : state === "banned" ? (
        <Button small onClick={() => unblock(token.mint, member)}>
          Unblock
        </Button>
      ) : (
        <IconButton label={`Block ${displayName}`} onClick={() => askToBlock(token.mint, member)}>
          <UserRoundX aria-hidden size={18} />
        </IconButton>
      )}
    </li>
  );
};
