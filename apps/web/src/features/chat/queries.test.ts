import { QueryObserver } from "@tanstack/react-query";
import {
  type ApiCall,
  addressSchema,
  type ChatMessage,
  messageIdSchema,
  routes,
  seqSchema,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { provideApi } from "../../shared/api/api.ts";
import { createQueryClient, provideQueryClient } from "../../shared/api/query-client.ts";
import { keys } from "../../shared/queries/keys.ts";
import { type ChatLog, type HistoryPage, logAfterEvent, newPart } from "./log/chat-log.ts";
import { messagesQuery, roomQuery } from "./queries.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const seq = (value: number) => z.parse(seqSchema, value);
const message = (number: number): ChatMessage => ({
  ...plainMessage,
  id: z.parse(messageIdSchema, `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`),
  mint,
  seq: seq(number),
  number,
  clientId: `c${number}`,
  type: "text",
  text: `message ${number}`,
  author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
  sentAt: number,
});
/** A page with the messages from one number to another, of a hundred in all. */
const page = (first: number, last: number): HistoryPage => ({
  messages: Array.from({ length: last - first + 1 }, (_, index) => message(first + index)),
  hasMore: first > 1,
  hasNewer: false,
  headSeq: seq(100),
});

it("keeps messages that arrive while the pages back to the first unread message are loading", async () => {
  const cache = createQueryClient();
  provideQueryClient(cache);
  const hear = (number: number) =>
    cache.setQueryData<ChatLog>(
      keys.messages(mint),
      (log) => log && logAfterEvent(log, { seq: seq(number), message: message(number) }, null),
    );
  const answer = (route: unknown, query: unknown): unknown => {
    if (route === routes.chat.room) return { read: { number: 10, unread: 90 } };
    if (typeof query !== "object" || query === null || !("beforeSeq" in query)) return page(51, 100);
    hear(101);
    return page(1, 50);
  };
  // Two routes of all are called.
  provideApi((async (route, input) => answer(route, input?.query)) as ApiCall);
  // The browser's cache from the last visit.
  cache.setQueryData<ChatLog>(keys.messages(mint), newPart(undefined, page(40, 60), null));
  const log = await cache.fetchQuery({ ...messagesQuery(mint), staleTime: 0 });
  expect(log.messages.map(({ number }) => number)).toEqual(Array.from({ length: 101 }, (_, index) => index + 1));
});

it("continues if another component that had requested the room's settings was unmounted meanwhile", async () => {
  const cache = createQueryClient();
  provideQueryClient(cache);
  let answerRoom: (room: unknown) => void = () => undefined;
  const answer = (route: unknown, signal: AbortSignal | null): Promise<unknown> => {
    if (route !== routes.chat.room) return Promise.resolve(page(51, 100));
    return new Promise((resolve, reject) => {
      answerRoom = resolve;
      signal?.addEventListener("abort", () => reject(new Error("left")));
    });
  };
  // Two routes of all are called.
  provideApi((async (route, input) => answer(route, input?.signal ?? null)) as ApiCall);
  const leave = new QueryObserver(cache, roomQuery(mint)).subscribe(() => undefined);
  const log = cache.fetchQuery(messagesQuery(mint));
  leave();
  answerRoom({ read: { number: 100, unread: 0 } });
  expect((await log).messages).toHaveLength(50);
});
