import { queryOptions } from "@tanstack/react-query";
import { type Mint, routes, seqBeforeFirst } from "@tribe/contract";
import { api } from "../../shared/api/api.ts";
import { queryClient } from "../../shared/api/query-client.ts";
import { keys } from "../../shared/queries/keys.ts";
import { type ChatLog, lastSeq, mergeMessages } from "./chat-log.ts";

/** The newest messages; later ones come over the WebSocket, older ones by {@link loadOlder}. */
export const messagesQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.messages(mint),
    queryFn: async ({ signal }): Promise<ChatLog> => {
      const page = await api(routes.chat.messages, { query: { mint, limit: 50 }, signal });
      const known = queryClient().getQueryData<ChatLog>(keys.messages(mint));
      // What was kept since an earlier visit may end long before this page begins: no gap is shown as none.
      const isJoined = known && (page.messages[0]?.seq ?? seqBeforeFirst) <= lastSeq(known) + 1;
      return isJoined
        ? { messages: mergeMessages(known.messages, page.messages), hasMore: known.hasMore }
        : { messages: page.messages, hasMore: page.hasMore };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads the page before the oldest message. @throws ApiError */
export const loadOlder = async (mint: Mint): Promise<void> => {
  const known = queryClient().getQueryData<ChatLog>(keys.messages(mint));
  const first = known?.messages[0];
  if (!known?.hasMore || !first || first.seq <= 1) return;
  const page = await api(routes.chat.messages, { query: { mint, beforeSeq: first.seq, limit: 50 } });
  queryClient().setQueryData<ChatLog>(keys.messages(mint), (now) => ({
    messages: mergeMessages(page.messages, now?.messages ?? []),
    hasMore: page.hasMore,
  }));
};

/** The person's Tribes with their newest messages. */
export const myChatsQuery = queryOptions({
  queryKey: keys.myChats(),
  queryFn: async ({ signal }) => (await api(routes.chat.mine, { signal })).chats,
  staleTime: 10_000,
  refetchInterval: 30_000,
});
