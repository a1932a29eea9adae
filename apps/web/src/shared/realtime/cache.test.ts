import { QueryClient, QueryObserver } from "@tanstack/react-query";
import {
  type AnswerOf,
  addressSchema,
  type ChatMessage,
  lamports,
  messageIdSchema,
  type routes,
  seqSchema,
  signatureSchema,
  type TradeVenue,
  tokenUnits,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it, onTestFinished, vi } from "vitest";
import * as z from "zod/mini";
import { token } from "../../features/trade/testing.ts";
import { keys } from "../queries/keys.ts";
import { applyFrame, createFrameListener, profileAfterTrade } from "./cache.ts";
import { chatsAfterMessage } from "./chat-cache.ts";
import type { FrameOf } from "./connection.ts";

type Chat = AnswerOf<typeof routes.chat.mine>["chats"][number];

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other = z.parse(addressSchema, "11111111111111111111111111111111");
const message = (seq: number, text: string): ChatMessage => ({
  ...plainMessage,
  id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
  mint,
  seq: z.parse(seqSchema, seq),
  clientId: `c${seq}`,
  type: "text",
  text,
  author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
  sentAt: 0,
});
const chat = (of: Chat["mint"], lastMessage: ChatMessage | null): Chat => ({
  mint: of,
  name: "Mara",
  symbol: "MARA",
  pfp: null,
  state: "active",
  lastMessage,
  read: null,
});
const texts = (chats: readonly Chat[]) => chats.map(({ lastMessage }) => lastMessage?.text ?? null);

it("shows a new message under its Tribe, also the first one, and leaves the others in their places", () => {
  const chats = [chat(other, null), chat(mint, null)];
  const first = chatsAfterMessage(chats, message(0, "first"), null);
  expect(texts(first)).toEqual([null, "first"]);
  expect(texts(chatsAfterMessage(first, message(1, "second"), null))).toEqual([null, "second"]);
});

it("leaves the list as it is when the same message comes again", () => {
  const chats = [chat(mint, message(5, "newest"))];
  expect(chatsAfterMessage(chats, message(5, "newest"), null)[0]).toBe(chats[0]);
});

it("does not go back to an older message that comes late", () => {
  expect(texts(chatsAfterMessage([chat(mint, message(5, "newest"))], message(4, "late"), null))).toEqual(["newest"]);
});

const trade = (seq: number, venue: TradeVenue = "curve"): FrameOf<"trade"> => ({
  type: "trade",
  mint,
  trade: {
    seq,
    kind: "buy",
    venue,
    trader: mint,
    amount: tokenUnits(1n),
    newTokens: null,
    value: lamports(10n),
    unitPrice: lamports(1n),
    priceAfter: lamports(BigInt(seq)),
    supplyAfterTrade: tokenUnits(BigInt(seq)),
    blockTime: 0,
    signature: z.parse(signatureSchema, "1".repeat(64)),
  },
  supply: tokenUnits(BigInt(seq)),
  reserve: lamports(BigInt(seq)),
  price: lamports(BigInt(seq)),
  pool: null,
});

it("moves a profile on by each trade once, and never back to an older one that comes late", () => {
  const after = (frames: readonly FrameOf<"trade">[]) => frames.reduce(profileAfterTrade, token);
  expect(after([trade(1), trade(2)])).toMatchObject({ supply: 2n, price: 2n, volume: 20n, next: { seq: 3 } });
  // Fetched after both trades; their frames arrive afterwards.
  const fresh = { ...token, supply: tokenUnits(7n), volume: lamports(20n), next: { venue: "curve", seq: 3 } as const };
  expect([trade(1), trade(2)].reduce(profileAfterTrade, fresh)).toBe(fresh);
  // Even if the supply happens to be the same, it is another trade.
  expect(profileAfterTrade(fresh, { ...trade(3), supply: fresh.supply }).volume).toBe(30n);
});

it("goes on in the pool, whose count begins anew, and hears no late trade of the curve", () => {
  const moved = profileAfterTrade({ ...token, next: { venue: "curve", seq: 40 } }, trade(1, "pool"));
  expect(moved.next).toEqual({ venue: "pool", seq: 2 });
  expect(profileAfterTrade(moved, trade(40))).toBe(moved);
});

it("asks for a token's seats after a burst of its trades once, and only while somebody looks at it", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const cache = new QueryClient();
  const asked = new Map<string, number>();
  const look = (of: typeof mint) =>
    new QueryObserver(cache, {
      queryKey: keys.token(of),
      queryFn: () => {
        asked.set(of, (asked.get(of) ?? 0) + 1);
        return null;
      },
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
  look(mint);
  const leave = look(other);
  await vi.advanceTimersByTimeAsync(0);
  expect([...asked.values()]).toEqual([1, 1]);
  leave();
  // Only the mint counts here: no profile of the token is cached for the rest.
  const trade = (of: typeof mint) => ({ type: "trade", mint: of }) as FrameOf<"trade">;
  for (const of of [mint, mint, other, mint]) applyFrame(cache, trade(of));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(Object.fromEntries(asked)).toEqual({ [mint]: 2, [other]: 1 });
  applyFrame(cache, trade(mint));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked.get(mint)).toBe(3);
});

it("shows somebody's new face in loaded messages at once, and asks again for all else that shows them", () => {
  const cache = new QueryClient();
  const address = z.parse(addressSchema, "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb");
  const bystander = {
    ...message(2, "hi"),
    author: { ...message(2, "hi").author, uid: z.parse(uidSchema, "person-02") },
  };
  cache.setQueryData(keys.messages(mint), { messages: [message(1, "hello"), bystander], hasMore: false });
  cache.setQueryData(keys.user(address), {});
  cache.setQueryData(keys.token(mint), token);
  applyFrame(cache, {
    type: "face",
    uid: z.parse(uidSchema, "person-01"),
    address,
    displayName: "Tokenz",
    pfp: null,
  });
  const log = cache.getQueryData<{ messages: ChatMessage[] }>(keys.messages(mint));
  expect(log?.messages.map(({ author }) => author.displayName)).toEqual(["Tokenz", "Mara"]);
  for (const key of [keys.user(address), keys.token(mint)]) expect(cache.getQueryState(key)?.isInvalidated).toBe(true);
});

it("asks for the settings again once the connection stands: a pause that began in between was told to nobody", async () => {
  const cache = new QueryClient();
  let isSystemPaused = false;
  const config = new QueryObserver(cache, {
    queryKey: keys.config(),
    queryFn: () => ({ isSystemPaused, isServerPaused: isSystemPaused }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  onTestFinished(config.subscribe(() => undefined));
  await expect.poll(() => config.getCurrentResult().data?.isSystemPaused).toBe(false);
  cache.setQueryData(keys.myChats(), []);
  isSystemPaused = true;
  const listener = createFrameListener(cache);
  listener({ type: "ready" });
  await expect.poll(() => config.getCurrentResult().data?.isSystemPaused).toBe(true);
  // Nothing else was missed yet.
  expect(cache.getQueryState(keys.myChats())?.isInvalidated).toBe(false);
  listener({ type: "ready" });
  expect(cache.getQueryState(keys.myChats())?.isInvalidated).toBe(true);
});
