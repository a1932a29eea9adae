import type { QueryClient } from "@tanstack/react-query";
import {
  type ChatMessage,
  type LiveSummary,
  lamports,
  type Mint,
  type ServerFrame,
  type TokenProfile,
} from "@tribe/contract";
import { isOlderTrade } from "@tribe/domain/chart";
import type { Config } from "../queries/config.ts";
import { keys } from "../queries/keys.ts";
import { refreshAfter } from "../queries/stale.ts";
import { markListingOld, noteListedPrice } from "../tokens/listing.ts";
import { followsHistory, historyAfterTrade, type TokenHistory } from "../tokens/token-history.ts";
import { applyChatFrame } from "./chat-cache.ts";
import type { FrameOf } from "./connection.ts";

/** Applies a trade to a token's cached profile. A profile that includes it already, or a later one, stays unchanged. */
export const profileAfterTrade = (profile: TokenProfile, frame: FrameOf<"trade">): TokenProfile => {
  const { trade } = frame;
  if (isOlderTrade(trade, profile.next)) return profile;
  return {
    ...profile,
    supply: frame.supply,
    reserve: frame.reserve,
    price: frame.price,
    volume: lamports(profile.volume + trade.value),
    pool: profile.pool && frame.pool ? { ...profile.pool, ...frame.pool } : profile.pool,
    next: { venue: trade.venue, seq: trade.seq + 1 },
  };
};

const addToHistory = (cache: QueryClient, { mint, trade }: FrameOf<"trade">): void => {
  const queryKey = keys.history(mint);
  const before = cache.getQueryData<TokenHistory>(queryKey);
  if (!before) return;
  cache.setQueryData<TokenHistory>(queryKey, historyAfterTrade(before, trade));
  if (!followsHistory(before, trade)) void refreshAfter(cache, { kind: "tradesMissed", mint });
};

/** Somebody's name or picture changed: loaded messages are updated in place, everything else that may show them is refetched. */
const applyFace = (cache: QueryClient, { uid, address, displayName, pfp }: FrameOf<"face">): void => {
  cache.setQueriesData<{ readonly messages: readonly ChatMessage[] }>(
    { queryKey: ["messages"] },
    (log) =>
      log && {
        ...log,
        messages: log.messages.map((message) =>
          message.author.uid === uid ? { ...message, author: { ...message.author, displayName, pfp } } : message,
        ),
      },
  );
  void refreshAfter(cache, { kind: "profileChanged", address });
};

/** The live of a Tribe changed. The chat's notes change when it begins and ends, not with each viewer. */
const applyLive = (cache: QueryClient, { mint, live }: FrameOf<"liveNow">): void => {
  const before = cache.getQueryData<readonly LiveSummary[]>(keys.lives());
  const known = before?.find((each) => each.mint === mint);
  cache.setQueryData<readonly LiveSummary[]>(
    keys.lives(),
    (old) => old && [...old.filter((each) => each.mint !== mint), ...(live ? [live] : [])],
  );
  if (known?.startedAt !== live?.startedAt) void refreshAfter(cache, { kind: "liveChanged", mint });
};

/** A burst of trades causes one refetch, at a random delay for each page. Milliseconds. */
const seatsDelay = { min: 1_000, max: 2_000 } as const;
const due = new Set<Mint>();

/** No frame reports a trade's effect on threshold, seats and holders: they are refetched, only while the token is shown. */
const refreshSeats = (cache: QueryClient, mint: Mint): void => {
  const queryKey = keys.token(mint);
  const isLookedAt = cache.getQueryCache().find({ queryKey })?.isActive() ?? false;
  if (!isLookedAt || due.has(mint)) return;
  due.add(mint);
  const time = seatsDelay.min + Math.random() * (seatsDelay.max - seatsDelay.min);
  setTimeout(() => {
    due.delete(mint);
    void refreshAfter(cache, { kind: "tradeHeard", mint }, { cancelRefetch: false });
  }, time);
};

/** Applies every frame that does not belong to a feature to the cache. */
export const applyFrame = (cache: QueryClient, frame: ServerFrame): void => {
  applyChatFrame(cache, frame);
  switch (frame.type) {
    case "trade":
      cache.setQueryData<TokenProfile>(keys.token(frame.mint), (old) => old && profileAfterTrade(old, frame));
      addToHistory(cache, frame);
      refreshSeats(cache, frame.mint);
      noteListedPrice(cache, frame.mint, frame.price);
      return;
    case "tokenCreated":
      markListingOld();
      return;
    case "migrated":
      void refreshAfter(cache, { kind: "migrated", mint: frame.mint });
      markListingOld();
      return;
    case "members":
      cache.setQueryData<TokenProfile>(
        keys.token(frame.mint),
        (old) => old && { ...old, memberCount: frame.memberCount },
      );
      void refreshAfter(cache, { kind: "membersChanged", mint: frame.mint });
      return;
    case "membership":
      cache.setQueryData<TokenProfile>(
        keys.token(frame.mint),
        (old) =>
          old && {
            ...old,
            subscribeState: frame.state,
            seatLoss: frame.loss ?? null,
            tradeInfo: { ...old.tradeInfo, entryThresholdTokens: frame.entryThresholdTokens },
          },
      );
      void refreshAfter(cache, { kind: "membershipChanged", mint: frame.mint });
      return;
    case "liveNow":
      applyLive(cache, frame);
      return;
    case "account":
      void refreshAfter(cache, { kind: "accountChanged", isUser: frame.what === "user" });
      return;
    case "face":
      applyFace(cache, frame);
      return;
    case "notifications":
      cache.setQueryData(keys.unreadNotices(), frame.unread);
      void refreshAfter(cache, { kind: "noticesChanged" });
      return;
    case "system":
      cache.setQueryData<Config>(keys.config(), (old) => {
        const { isSystemPaused, isServerPaused } = frame;
        return old && { ...old, isSystemPaused, isServerPaused };
      });
      return;
    default:
      return;
  }
};

/**
 * Keeps the cache current with a connection. After each reconnection, everything that frames would have reported is refetched;
 * after the first connection only the settings, which were loaded before it was open, as a pause in between was not reported.
 */
export const createFrameListener = (cache: QueryClient): ((frame: ServerFrame) => void) => {
  let wasReady = false;
  return (frame) => {
    if (frame.type === "ready") {
      if (wasReady) markListingOld();
      void refreshAfter(cache, { kind: wasReady ? "reconnected" : "connected" });
      wasReady = true;
    }
    applyFrame(cache, frame);
  };
};
