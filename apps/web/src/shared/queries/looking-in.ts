import { queryOptions } from "@tanstack/react-query";
import { type Mint, routes } from "@tribe/contract";
import { api } from "../api/api.ts";
import { keys } from "./keys.ts";

/** What a visitor may see of a chat, if its Chief allows that. */
export const chatPreviewQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.chatPreview(mint),
    queryFn: ({ signal }) => api(routes.chat.preview, { query: { mint }, signal }),
    staleTime: 30_000,
    refetchInterval: 60_000,
  });

/** When a Tribe was last live. */
export const lastLiveQuery = (mint: Mint) =>
  queryOptions({
    queryKey: keys.lastLive(mint),
    queryFn: async ({ signal }) => (await api(routes.live.last, { query: { mint }, signal })).live,
    staleTime: 60_000,
  });
