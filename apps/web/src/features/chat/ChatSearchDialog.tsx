import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ChatMessage, routes } from "@tribe/contract";
import { Button, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Search } from "@tribe/ui/icons";
import { useEffect, useState } from "react";
import { api } from "../../shared/api/api.ts";
import { PersonAvatar } from "../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { TimeAgo } from "../../shared/components/TimeAgo.tsx";
import { DialogFrame } from "../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../shared/dialogs/names.ts";
import { useBlockedUids } from "../../shared/people/blocks.ts";
import { keys } from "../../shared/queries/keys.ts";
import { useLocalUser } from "../../shared/queries/local-user.ts";
import { excerpt } from "./messages/text/excerpt.ts";
import { foundParts } from "./messages/text/found-parts.ts";
import { showMessage } from "./show-message.ts";

/** Debounces typing. Milliseconds. */
const pause = 250;

/** Finds messages in a Tribe's history, and leads to them. */
export const ChatSearchDialog = ({ mint, name }: DialogPropsByName["chatSearch"]) => {
  const close = useCloseThisDialog();
  const me = useLocalUser()?.uid;
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [text, setText] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const search = useInfiniteQuery({
    queryKey: keys.chatSearch(mint, text),
    queryFn: ({ pageParam, signal }) =>
      api(routes.chat.search, {
        query: { mint, query: text, limit: 30, ...(pageParam === null ? {} : { beforeSeq: pageParam }) },
        signal,
      }),
    initialPageParam: null as ChatMessage["seq"] | null, // the first page has no place to go on from
    getNextPageParam: (page) => page.nextBeforeSeq,
    enabled: text !== "",
    placeholderData: (before) => before,
  });
  const blocked = useBlockedUids();
  const found =
    text === ""
      ? []
      : (search.data?.pages.flatMap(({ messages }) => messages) ?? []).filter(({ author }) => !blocked.has(author.uid));
  const show = async (message: ChatMessage) => {
    close();
    // On a phone the messages may not be the tab that is shown.
    await navigate({ to: "/chat/$mint", params: { mint }, replace: true });
    showMessage.show(mint, message);
  };
  return (
    <DialogFrame title="Search messages">
      <div className="flex flex-col gap-3">
        <label className="flex min-h-12 items-center gap-2 rounded-control border border-line-strong bg-bg px-3 text-muted focus-within:outline-2 focus-within:outline-ember">
          <Search aria-hidden size={18} />
          <input
            type="search"
            aria-label={`Search ${name}`}
            placeholder={`Search ${name}`}
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-muted [&::-webkit-search-cancel-button]:appearance-none"
          />
        </label>
        <p role="status" className="sr-only">
          {text === "" || search.isFetching ? "" : `${found.length} found`}
        </p>
        <div className="min-h-64">
          {text === "" ? (
            <p className="px-2 py-6 text-center text-sm text-muted">Words from any message here.</p>
          ) : search.error ? (
            <QueryError error={search.error} onRetry={() => void search.refetch()} />
          ) : !search.data ? (
            <Loading label="Searching">
              <Skeleton className="my-1 h-14" />
              <Skeleton className="my-1 h-14" />
            </Loading>
          ) : found.length === 0 ? (
            <EmptyState icon={<Search size={24} />} title="Nothing found" message="Try other words, or fewer." />
          ) : (
            <ul className="-mx-2 flex flex-col">
              {found.map((message) => (
                <li key={message.id}>
                  <button
                    type="button"
                    onClick={() => void show(message)}
                    className="flex min-h-14 w-full items-start gap-3 rounded-control px-2 py-2 text-left text-sm hover:bg-raised"
                  >
                    <PersonAvatar seed={message.author.uid} src={message.author.pfp} name="" size={32} />
                    <span className="flex min-w-0 flex-1 flex-col">
                      <span className="flex items-baseline gap-2">
                        <bdi className="min-w-0 flex-1 truncate font-semibold">
                          {message.author.uid === me ? "You" : message.author.displayName}
                        </bdi>
                        <TimeAgo at={message.sentAt} className="text-xs text-muted" />
                      </span>
                      <span className="line-clamp-2 break-words text-muted">
                        {foundParts(excerpt(message), text).map(({ piece, at, isFound }) =>
                          isFound ? (
                            <mark key={at} className="rounded-[4px] bg-ember-soft text-text">
                              {piece}
                            </mark>
                          ) : (
                            piece
                          ),
                        )}
                      </span>
                    </span>
                  </button>
                </li>
              ))}
            </ul>
          )}
          {search.hasNextPage && found.length > 0 ? (
            <Button
              className="mt-2 w-full"
              busy={search.isFetchingNextPage}
              onClick={() => void search.fetchNextPage()}
            >
              Show more
            </Button>
          ) : null}
        </div>
      </div>
    </DialogFrame>
  );
};
