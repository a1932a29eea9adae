import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChatChange, type ChatMessage, type Mint, routes } from "@tribe/contract";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { messageAllowances } from "./schema.ts";
import { HistoryClient } from "./testing/history-client.ts";

const linkedPage = createServer((_, response) => {
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end("<head><title>A page</title></head>");
});
let pageUrl: string;
let app: TestApp;
let chief: IndexedPerson;
let member: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  await new Promise<void>((resolve) => linkedPage.listen(0, "127.0.0.1", resolve));
  pageUrl = `http://127.0.0.1:${(linkedPage.address() as AddressInfo).port}`; // a TCP server has no other kind of address
  app = await startTestApp({
    withWorkers: true,
    // The only origin besides public ones from which previews are fetched.
    config: { x: { clientId: "id", clientSecret: "x", authorizeUrl: `${pageUrl}/authorize`, apiUrl: pageUrl } },
  });
  [chief, member] = [await newIndexedPerson(app), await newIndexedPerson(app)];
});
beforeEach(async () => {
  await app.ctx.db.delete(messageAllowances);
  mint = await newIndexedTribe(app, chief.person.address);
  await indexHolding(app.ctx, mint, member.person.address, 20n);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
});
afterAll(async () => {
  await app.stop();
  linkedPage.close();
});

/** A page of the member's, loaded and subscribed. */
const newPage = async (): Promise<HistoryClient> => {
  const client = new HistoryClient(member, mint, () => [app.origin]);
  await client.load();
  await client.connect();
  await vi.waitFor(() => expect(client.isSubscribed).toBe(true));
  onTestFinished(() => client.close());
  return client;
};
/** Sends a message of the member's. @returns it as a subscribed page receives it */
const say = async (client: HistoryClient, text: string): Promise<ChatMessage> => {
  client.say(text, null);
  return vi.waitFor(() => {
    const found = client.messages.find((message) => message.text === text);
    if (!found) throw new Error("not said yet");
    return found;
  });
};

/**
 * How to make each kind of change; the compiler requires new kinds here. Applied to a message whose link preview was fetched.
 */
const makeChange: Record<ChatChange["kind"] | "message", (message: ChatMessage) => Promise<unknown>> = {
  message: async () => say(await newPage(), "one more"),
  edited: ({ id }) => member.call(routes.chat.editMessage, { body: { mint, messageId: id, text: "changed" } }),
  deleted: ({ id }) => member.call(routes.chat.deleteMessage, { body: { mint, messageId: id } }),
  reaction: ({ id }) => member.call(routes.chat.react, { body: { mint, messageId: id, kind: "emoji", emoji: "🔥" } }),
  linkPreview: ({ id }) => member.call(routes.chat.removeLinkPreview, { body: { mint, messageId: id } }),
  pinned: ({ id }) => chief.call(routes.chat.pin, { body: { mint, messageId: id } }),
  settings: () => chief.call(routes.chat.manage, { body: { mint, groupSize: 24, slowMode: 30, preview: true } }),
  member: async () => {
    const newcomer = await newIndexedPerson(app);
    await indexHolding(app.ctx, mint, newcomer.person.address, 30n);
    await app.ctx.db.transaction((tx) => takeSeat(tx, mint, newcomer.person));
  },
};

test.each(Object.entries(makeChange))(
  "a page that is notified of '%s', even late, shows the same as one that loads then",
  async (kind, make) => {
    const client = await newPage();
    const message = await say(client, `see ${pageUrl}/ and answer`);
    await vi.waitFor(() => expect(client.messages.at(-1)?.linkPreview).toMatchObject({ title: "A page" }));
    client.say("an answer", message.id);
    await vi.waitFor(() => expect(client.unacknowledged).toBe(0));
    // It loads here, and gets no frames before the change was made.
    const stale = new HistoryClient(member, mint, () => [app.origin]);
    await stale.load();
    onTestFinished(() => stale.close());
    await make(message);
    const fresh = new HistoryClient(member, mint, () => [app.origin]);
    await fresh.load();
    expect(fresh.lastSeq).toBeGreaterThan(stale.lastSeq ?? 0);
    await stale.connect();
    for (const page of [client, stale]) {
      await vi.waitFor(() => expect(page.lastSeq).toBe(fresh.lastSeq));
      expect({ messages: page.messages, room: page.room }, kind).toEqual({
        messages: fresh.messages,
        room: fresh.room,
      });
      expect(page.faults).toEqual([]);
    }
  },
);
