import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Mint } from "@tribe/contract";
import { Loading, Skeleton } from "@tribe/ui";
import { useEffect } from "react";
import { QueryError } from "../../shared/components/QueryError.tsx";
import { keys } from "../../shared/queries/keys.ts";
import { realtime } from "../../shared/realtime/connection.ts";
import { useFrames } from "../../shared/realtime/hooks.ts";
import { DropZone } from "../media/index.ts";
import { Composer } from "./Composer.tsx";
import { type ChatLog, lastSeq, mergeMessages } from "./chat-log.ts";
import { MessageList } from "./MessageList.tsx";
import { messagesQuery } from "./queries.ts";

/** The messages of a Tribe and the field to write one. */
export const ChatRoom = ({ mint, name }: { mint: Mint; name: string }) => {
  const cache = useQueryClient();
  const messages = useQuery(messagesQuery(mint));
  const isLoaded = messages.data !== undefined;

  useFrames((frame) => {
    if (frame.type !== "message" || frame.message.mint !== mint) return;
    cache.setQueryData<ChatLog>(
      keys.messages(mint),
      (old) => old && { ...old, messages: mergeMessages(old.messages, [frame.message]) },
    );
  });
  useEffect(() => {
    if (!isLoaded) return;
    const log = cache.getQueryData<ChatLog>(keys.messages(mint));
    realtime().openChat(mint, log ? lastSeq(log) : null, "room");
    return () => realtime().closeChat(mint, "room");
  }, [isLoaded, mint, cache]);

  return (
    <DropZone mint={mint}>
      {messages.data ? (
        <MessageList mint={mint} log={messages.data} />
      ) : messages.error ? (
        <div className="flex-1">
          <QueryError error={messages.error} onRetry={() => void messages.refetch()} />
        </div>
      ) : (
        <Loading label="Loading messages">
          <div className="flex flex-1 flex-col gap-3 p-4">
            <Skeleton className="h-12 w-2/3" />
            <Skeleton className="h-16 w-1/2" />
            <Skeleton className="ml-auto h-12 w-2/5" />
          </div>
        </Loading>
      )}
      <Composer mint={mint} name={name} />
    </DropZone>
  );
};
