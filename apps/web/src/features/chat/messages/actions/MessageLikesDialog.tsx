import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { routes } from "@tribe/contract";
import { Button, classes, EmptyState, Loading, Skeleton } from "@tribe/ui";
import { Heart } from "@tribe/ui/icons";
import { useState } from "react";
import { api } from "../../../../shared/api/api.ts";
import { PersonAvatar } from "../../../../shared/components/PersonAvatar.tsx";
import { QueryError } from "../../../../shared/components/QueryError.tsx";
import { TimeAgo } from "../../../../shared/components/TimeAgo.tsx";
import { DialogFrame } from "../../../../shared/dialogs/DialogFrame.tsx";
import { useCloseThisDialog } from "../../../../shared/dialogs/dialogs.ts";
import type { DialogPropsByName } from "../../../../shared/dialogs/names.ts";
import { keys } from "../../../../shared/queries/keys.ts";
import { cursorOf, pageByPage } from "../../../../shared/queries/page-by-page.ts";
import { knownMessage } from "../../queries.ts";

/** The people who liked a message or added another reaction. */
export const MessageLikesDialog = ({ mint, messageId }: DialogPropsByName["messageLikes"]) => {
  const close = useCloseThisDialog();
  const [reactions] = useState(() => knownMessage(mint, messageId)?.reactions ?? []);
  const [emoji, setEmoji] = useState<string | null>(() => reactions[0]?.emoji ?? null);
  const people = useInfiniteQuery({
    queryKey: keys.reactors(messageId, emoji),
    queryFn: ({ pageParam, signal }) =>
      api(routes.chat.likes, {
        query: {
          mint,
          messageId,
          limit: 50,
          ...(emoji === null ? {} : { emoji }),
          ...cursorOf(pageParam),
        },
        signal,
      }),
    ...pageByPage,
    staleTime: 0,
    gcTime: 0,
  });
  const likes = people.data?.pages.flatMap((page) => page.likes) ?? [];
  return (
    <DialogFrame title="Liked by">
      {reactions.length > 1 ? (
        <fieldset aria-label="Reaction" className="mb-2 flex flex-wrap gap-1">
          {reactions.map((reaction) => (
            <button
              key={reaction.emoji ?? "like"}
              type="button"
              aria-pressed={reaction.emoji === emoji}
              aria-label={`${reaction.emoji ?? "Like"}, ${reaction.count}`}
              onClick={() => setEmoji(reaction.emoji)}
              className={classes(
                "flex min-h-9 items-center gap-1.5 rounded-full border px-3 text-sm tabular-nums pointer-coarse:min-h-11",
                reaction.emoji === emoji
                  ? "border-ember-line bg-ember-soft"
                  : "border-transparent bg-raised text-muted",
              )}
            >
              {reaction.emoji ?? <Heart aria-hidden size={16} />}
              {reaction.count}
            </button>
          ))}
        </fieldset>
      ) : null}
      {people.error ? (
        <QueryError error={people.error} onRetry={() => void people.refetch()} />
      ) : !people.data ? (
        <Loading label="Loading people">
          <Skeleton className="my-1 h-12" />
          <Skeleton className="my-1 h-12" />
        </Loading>
      ) : likes.length === 0 ? (
        <EmptyState icon={<Heart size={24} />} title="Nobody yet" />
      ) : (
        <ul className="flex flex-col">
          {likes.map((person) => {
            const content = (
              <>
                <PersonAvatar seed={person.uid} src={person.pfp} name="" size={36} />
                <span className="min-w-0 flex-1 truncate font-medium">
                  <bdi>{person.displayName}</bdi>
                </span>
                <TimeAgo at={person.reactedAt} className="text-xs text-muted" />
              </>
            );
            const look = "flex min-h-12 items-center gap-3 rounded-control px-2 text-sm";
            return (
              <li key={person.uid}>
                {person.address ? (
                  <Link
                    to="/user/$address"
                    params={{ address: person.address }}
                    onClick={close}
                    className={classes(look, "hover:bg-raised")}
                  >
                    {content}
                  </Link>
                ) : (
                  <span className={look}>{content}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {people.hasNextPage ? (
        <Button className="mt-2 w-full" busy={people.isFetchingNextPage} onClick={() => void people.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
    </DialogFrame>
  );
};
