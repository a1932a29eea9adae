import "fake-indexeddb/auto";
import { addressSchema, type Mint, type ServerFrame, seqSchema } from "@tribe/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Access } from "../../shared/api/access.ts";
import type { SendFrame } from "../../shared/realtime/resume.ts";
import { createStore } from "../../shared/state/store.ts";
import { createPendingSends } from "./pending-sends.ts";
import { storedSends } from "./stored-sends.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const session = (sessionId: string) => ({
  sessionId,
  accessToken: "a",
  sessionSecret: "s",
  expiresAt: Number.MAX_SAFE_INTEGER,
  since: 0,
});

/** A load of the page by a person; IndexedDB keeps the data of earlier loads. */
const load = (sessionId: string | null) => {
  const access = createStore<Access>({ device: null, session: sessionId === null ? null : session(sessionId) });
  const sent: SendFrame[] = [];
  const listeners: ((frame: ServerFrame) => void)[] = [];
  const pending = createPendingSends({
    realtime: {
      send: (frame) => void sent.push(frame),
      listen: (listener) => {
        listeners.push(listener);
        return () => undefined;
      },
    },
    access,
  });
  const receive = (frame: ServerFrame) => {
    for (const listener of listeners) listener(frame);
  };
  const signIn = (next: string) => access.set({ device: null, session: session(next) });
  return { ...pending, sent, receive, signIn, texts: () => pending.waiting.get().map(({ frame }) => frame.text) };
};

const acknowledged = ({ clientId }: SendFrame): ServerFrame => ({
  type: "acknowledged",
  mint,
  clientId,
  id: "x",
  seq: z.parse(seqSchema, 1),
});
const refused = ({ clientId }: SendFrame, code = "rate_limited"): ServerFrame => ({
  type: "refused",
  code,
  message: "",
  mint,
  clientId,
  retryAfterSeconds: 2,
});

describe("pending messages", () => {
  afterEach(() => void vi.useRealTimers());
  beforeEach(async () => {
    vi.stubGlobal("navigator", {});
    await storedSends.clear();
  });

  it("are sent after a reload in their order, with the client ids that they had", async () => {
    const before = load("mara");
    before.send(mint, { text: "first" });
    before.send(mint, { text: "second" });
    const after = load("mara");
    await after.resume();
    await vi.waitFor(() => expect(after.texts()).toEqual(["first", "second"]));
    expect(after.sent).toEqual(before.sent);
    await after.resume();
    expect(after.sent).toHaveLength(2);
  });

  it("are not sent again once the server has them, or once they were cancelled", async () => {
    const before = load("mara");
    before.send(mint, { text: "arrived" });
    before.send(mint, { text: "cancelled" });
    const [arrived] = before.sent;
    const cancelled = before.waiting.get().at(-1);
    if (!arrived || !cancelled) throw new Error("both were handed in");
    before.drop(cancelled);
    before.receive(acknowledged(arrived));
    expect(before.texts()).toEqual(["arrived"]);
    const after = load("mara");
    await after.resume();
    expect(await storedSends.all()).toEqual([]);
    expect(after.sent).toEqual([]);
  });

  it("stay with the reason after a refusal, and are sent again only by a retry of the person", async () => {
    const before = load("mara");
    before.send(mint, { text: "too quick" });
    for (const frame of [...before.sent]) before.receive(refused(frame));
    const after = load("mara");
    await after.resume();
    await vi.waitFor(() => expect(after.waiting.get()[0]?.state.kind).toBe("failed"));
    expect(after.sent).toEqual([]);
    for (const entry of after.waiting.get()) after.retry(entry);
    expect(after.sent).toEqual(before.sent);
  });

  it("are retried automatically if the server could not store them, until it has or they were cancelled", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const page = load("mara");
    page.send(mint, { text: "stored later" });
    page.send(mint, { text: "cancelled" });
    const [frame, other] = page.sent;
    const [, cancelled] = page.waiting.get();
    if (!frame || !other || !cancelled) throw new Error("both were handed in");
    for (const one of [frame, other]) page.receive(refused(one, "unavailable"));
    expect(page.waiting.get().map(({ state }) => state.kind)).toEqual(["sending", "sending"]);
    page.drop(cancelled);
    vi.runOnlyPendingTimers();
    expect(page.sent).toEqual([frame, other, frame]);
    page.receive(refused(frame, "unavailable"));
    page.receive({ type: "ready" });
    expect(page.sent).toHaveLength(3);
    vi.runOnlyPendingTimers();
    expect(page.sent).toEqual([frame, other, frame, frame]);
  });

  it("are sent again with the same client id at each new connection, until they are acknowledged", () => {
    const page = load("mara");
    page.send(mint, { text: "first" });
    page.send(mint, { text: "second" });
    const [first, second] = page.sent;
    if (!first || !second) throw new Error("both were handed in");
    page.receive({ type: "ready" });
    expect(page.sent).toEqual([first, second, first, second]);
    page.receive(acknowledged(first));
    page.receive({ type: "ready" });
    expect(page.sent.slice(4)).toEqual([second]);
  });

  it("are not sent at a new connection once they were refused or cancelled", () => {
    const page = load("mara");
    page.send(mint, { text: "refused" });
    page.send(mint, { text: "cancelled" });
    const [frame] = page.sent;
    const [, cancelled] = page.waiting.get();
    if (!frame || !cancelled) throw new Error("both were handed in");
    page.receive(refused(frame));
    page.drop(cancelled);
    page.receive({ type: "ready" });
    expect(page.sent).toHaveLength(2);
  });

  it("are never sent for the next person, also before they are deleted", () => {
    const page = load("mara");
    page.send(mint, { text: "mine" });
    page.signIn("jonas");
    page.receive({ type: "ready" });
    expect(page.sent).toHaveLength(1);
  });

  it("are deleted with the session that wrote them, and never sent by another one", async () => {
    const before = load("mara");
    before.send(mint, { text: "mine" });
    const next = load("jonas");
    await next.resume();
    expect(next.texts()).toEqual([]);
    expect(await storedSends.all()).toEqual([]);
    next.send(mint, { text: "his" });
    next.forget();
    expect(next.texts()).toEqual([]);
    expect(await storedSends.all()).toEqual([]);
  });

  it("are ignored if the stored data is no message", async () => {
    const { createStore: createTable, set } = await import("idb-keyval");
    const table = createTable("tribe:v1:outbox", "sends");
    const frame = { type: "send", mint, clientId: crypto.randomUUID(), text: "x" };
    const whole = { sessionId: "mara", askedAt: 1, state: { kind: "sending" } };
    await set("a", "nonsense", table);
    await set("b", { ...whole, frame: { ...frame, mint: "no address" } }, table);
    await set("c", { ...whole, frame: { type: "ping" } }, table);
    await set("d", { ...whole, frame: { ...frame, text: "a\0b" } }, table);
    expect(await storedSends.all()).toEqual([]);
  });
});
