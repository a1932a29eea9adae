import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type AnswerOf, type Mint, routes, seqBeforeFirst } from "@tribe/contract";
import { useEffect } from "react";
import { api } from "../api/api.ts";
import { realtime } from "../realtime/connection.ts";
import type { ChatFollower } from "../realtime/resume.ts";
import { keys } from "./keys.ts";
import { useLocalUser } from "./local-user.ts";

export type MyChats = AnswerOf<typeof routes.chat.mine>["chats"];

/** The person's Tribes with their newest messages. */
export const myChatsQuery = queryOptions({
  queryKey: keys.myChats(),
  queryFn: async ({ signal }) => (await api(routes.chat.mine, { signal })).chats,
  staleTime: 10_000,
  refetchInterval: 30_000,
});

/** The person's Tribes; nothing for a visitor. */
export const useMyChats = () => {
  const user = useLocalUser();
  return useQuery({ ...myChatsQuery, enabled: Boolean(user) });
};

/** Whether the person may read there. */
export const isReadable = ({ state }: MyChats[number]): boolean => state === "active" || state === "chief";

/** Follows those chats that the person may read, so that newest messages and unread counts are live. */
export const useFollowedChats = (chats: MyChats | undefined, by: ChatFollower): void => {
  const cache = useQueryClient();
  const mints = chats
    ?.filter(isReadable)
    .map(({ mint }) => mint)
    .join();
  useEffect(() => {
    const known = cache.getQueryData<MyChats>(keys.myChats()) ?? [];
    const followed = known.filter(({ mint }) => mints?.split(",").includes(mint));
    for (const { mint, lastMessage } of followed) realtime().openChat(mint, lastMessage?.seq ?? seqBeforeFirst, by);
    return () => {
      for (const { mint } of followed) realtime().closeChat(mint, by);
    };
  }, [mints, by, cache]);
};

/** The number of messages by others that the person has read on no device: of one Tribe, or of all with null. */
export const unreadOf = (chats: MyChats | undefined, mint: Mint | null): number =>
  (chats ?? [])
    .filter((chat) => isReadable(chat) && (mint === null || chat.mint === mint))
    .reduce((sum, { read }) => sum + (read?.unread ?? 0), 0);
