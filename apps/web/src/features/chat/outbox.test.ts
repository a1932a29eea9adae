import "fake-indexeddb/auto";
import "../../shared/testing/browser-globals.ts";
import { addressSchema, type Mint, type ServerFrame, seqSchema } from "@tribe/contract";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { SendFrame } from "../../shared/realtime/resume.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const session = (sessionId: string) => ({
  sessionId,
  accessToken: "a",
  sessionSecret: "s",
  expiresAt: Number.MAX_SAFE_INTEGER,
  since: 0,
});

/** One load of the page by somebody; IndexedDB stays what the loads before have left. */
const load = async (sessionId: string | null) => {
  vi.resetModules();
  const sent: SendFrame[] = [];
  const listeners: ((frame: ServerFrame) => void)[] = [];
  vi.doMock("../../shared/realtime/connection.ts", () => ({
    realtime: {
      send: (frame: SendFrame) => void sent.push(frame),
      dropSend: (clientId: string) =>
        void sent.splice(0, sent.length, ...sent.filter((one) => one.clientId !== clientId)),
      listen: (listener: (frame: ServerFrame) => void) => void listeners.push(listener),
    },
  }));
  const { access } = await import("../../shared/api/access.ts");
  access.set({ device: null, session: sessionId === null ? null : session(sessionId) });
  const chat = await import("./outbox.ts");
  const { storedSends } = await import("./stored-sends.ts");
  const hear = (frame: ServerFrame) => {
    for (const listener of listeners) listener(frame);
  };
  return { ...chat, storedSends, sent, hear, texts: () => chat.outbox.get().map(({ frame }) => frame.text) };
};

const acknowledged = ({ clientId }: SendFrame): ServerFrame => ({
  type: "acknowledged",
  mint,
  clientId,
  id: "x",
  seq: z.parse(seqSchema, 1),
});
const refused = ({ clientId }: SendFrame): ServerFrame => ({
  type: "refused",
  code: "rate_limited",
  message: "",
  mint,
  clientId,
  retryAfterSeconds: 2,
});

describe("messages that wait", () => {
  beforeEach(async () => {
    vi.stubGlobal("navigator", {});
    const { storedSends } = await load(null);
    await storedSends.clear();
  });

  it("are sent after a reload in their order, with the client ids that they had", async () => {
    const before = await load("mara");
    before.sendMessage(mint, { text: "first" });
    before.sendMessage(mint, { text: "second" });
    const after = await load("mara");
    await after.resumeSends();
    await vi.waitFor(() => expect(after.texts()).toEqual(["first", "second"]));
    expect(after.sent).toEqual(before.sent);
    await after.resumeSends();
    expect(after.sent).toHaveLength(2);
  });

  it("are not sent again once the server has them, or once they were cancelled", async () => {
    const before = await load("mara");
    before.sendMessage(mint, { text: "arrived" });
    before.sendMessage(mint, { text: "cancelled" });
    const [arrived] = before.sent;
    const cancelled = before.outbox.get().at(-1);
    if (!arrived || !cancelled) throw new Error("both were handed in");
    before.dropMessage(cancelled);
    before.hear(acknowledged(arrived));
    expect(before.texts()).toEqual(["arrived"]);
    const after = await load("mara");
    await after.resumeSends();
    expect(await after.storedSends.all()).toEqual([]);
    expect(after.sent).toEqual([]);
  });

  it("stay with the reason when they were refused, and go again only when asked", async () => {
    const before = await load("mara");
    before.sendMessage(mint, { text: "too quick" });
    for (const frame of [...before.sent]) before.hear(refused(frame));
    const after = await load("mara");
    await after.resumeSends();
    await vi.waitFor(() => expect(after.outbox.get()[0]?.state.kind).toBe("failed"));
    expect(after.sent).toEqual([]);
    for (const entry of after.outbox.get()) after.retryMessage(entry);
    expect(after.sent).toEqual(before.sent);
  });

  it("are deleted with the session that wrote them, and never sent by another one", async () => {
    const before = await load("mara");
    before.sendMessage(mint, { text: "mine" });
    const next = await load("jonas");
    await next.resumeSends();
    expect(next.texts()).toEqual([]);
    expect(await next.storedSends.all()).toEqual([]);
    next.sendMessage(mint, { text: "his" });
    next.forgetSends();
    expect(next.texts()).toEqual([]);
    expect(await next.storedSends.all()).toEqual([]);
  });

  it("are left out when what is stored is no message", async () => {
    const { createStore, set } = await import("idb-keyval");
    const table = createStore("tribe:v1:outbox", "sends");
    const frame = { type: "send", mint, clientId: crypto.randomUUID(), text: "x" };
    const whole = { sessionId: "mara", askedAt: 1, state: { kind: "sending" } };
    await set("a", "nonsense", table);
    await set("b", { ...whole, frame: { ...frame, mint: "no address" } }, table);
    await set("c", { ...whole, frame: { type: "ping" } }, table);
    await set("d", { ...whole, frame: { ...frame, text: "a\0b" } }, table);
    const { storedSends } = await load("mara");
    expect(await storedSends.all()).toEqual([]);
  });
});
