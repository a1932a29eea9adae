import "fake-indexeddb/auto";
import {
  addressSchema,
  type ChatMessage,
  type Mint,
  messageIdSchema,
  type ServerFrame,
  seqSchema,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Access } from "../../shared/api/access.ts";
import type { SendFrame } from "../../shared/realtime/resume.ts";
import { createStore } from "../../shared/state/store.ts";
import type { FilesState, SendFiles, SentFile } from "../media/index.ts";
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

/** The files of a page's messages, whose uploads the test moves on. */
const filesOf = (given: Readonly<Record<string, readonly SentFile[]>> = {}) => {
  const files = new Map(Object.entries(given));
  const states = new Map<string, FilesState>();
  const done: string[] = [];
  let notify: () => void = () => undefined;
  const note = (what: string) => (clientId: string) => void done.push(`${what} ${clientId}`);
  const port: SendFiles = {
    subscribe: (listener) => {
      notify = listener;
      return () => undefined;
    },
    stateOf: (clientId) => states.get(clientId) ?? { kind: "onTheirWay" },
    storedOf: (clientId) => files.get(clientId) ?? [],
    keep: async (clientId) => note("keep")(clientId),
    restore: async (_mint, clientId, stored, isHeld) => {
      files.set(clientId, stored);
      note(isHeld ? "show" : "restore")(clientId);
    },
    resume: (clientId) => {
      if (files.has(clientId)) states.set(clientId, { kind: "onTheirWay" });
    },
    renew: (clientId) => {
      states.set(clientId, { kind: "onTheirWay" });
      note("renew")(clientId);
    },
    stop: note("stop"),
    move: (clientId, other) => {
      files.set(other, files.get(clientId) ?? []);
      states.set(other, states.get(clientId) ?? { kind: "onTheirWay" });
      files.delete(clientId);
    },
    forget: (clientId, isSent) => {
      if (files.delete(clientId)) note(isSent ? "sent" : "forget")(clientId);
    },
    forgetAll: () => files.clear(),
    sweep: async (known) => void done.push(`sweep ${[...(await known())].join(",")}`),
    wake: () => undefined,
  };
  const become = (clientId: string, state: FilesState) => {
    states.set(clientId, state);
    notify();
  };
  const arrive = (clientId: string, key: string, uploadId: string) => {
    const all = files.get(clientId) ?? [];
    files.set(
      clientId,
      all.map((file) => (file.key === key ? { ...file, uploadId } : file)),
    );
    notify();
  };
  return { port, done, become, arrive };
};
const file = (key: string): SentFile => ({
  ...{
    key,
    name: `${key}.png`,
    size: 3,
    type: "image/png",
    lastModified: 1,
    properties: null,
    voice: null,
    uploadId: null,
  },
});

/** A load of the page by a person; IndexedDB keeps the data of earlier loads. */
const load = (sessionId: string | null, files = filesOf()) => {
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
    files: files.port,
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
const messageOf = (clientId: string): ChatMessage => ({
  ...{ ...plainMessage, clientId, mint, type: "text", text: "", sentAt: 1, seq: z.parse(seqSchema, 1) },
  id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
  author: { uid: z.parse(uidSchema, "person-mara"), address: null, displayName: "Mara", pfp: null },
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

  it("wait for their files, and what is written after them waits, too", async () => {
    const [album, one, two] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const files = filesOf({ [album]: [file("a"), file("b")] });
    const page = load("mara", files);
    page.send(mint, { text: "look" }, album);
    page.send(mint, { text: "after it" });
    expect(page.texts()).toEqual(["look", "after it"]);
    expect(page.sent).toEqual([]);
    files.become(album, { kind: "ready", ids: [one, two] });
    expect(page.sent.map(({ text }) => text)).toEqual(["look", "after it"]);
    expect(page.sent[0]).toMatchObject({ clientId: album, attachments: [one, two] });
    for (const frame of page.sent) page.receive(acknowledged(frame));
    await vi.waitFor(async () => expect(await storedSends.all()).toEqual([]));
    expect(files.done).toEqual([`keep ${album}`]);
  });

  it("go on after a reload with what has arrived of their files, and are sent once", async () => {
    const clientId = crypto.randomUUID();
    const [uploadId, other] = [crypto.randomUUID(), crypto.randomUUID()];
    const before = filesOf({ [clientId]: [file("a"), file("b")] });
    const first = load("mara", before);
    first.send(mint, { text: "look" }, clientId);
    before.arrive(clientId, "a", uploadId);
    const known = [{ ...file("a"), uploadId }, file("b")];
    await vi.waitFor(async () => expect((await storedSends.all())[0]?.files).toEqual(known));
    const after = filesOf();
    const page = load("mara", after);
    await page.resume();
    await vi.waitFor(() => expect(after.done).toContain(`restore ${clientId}`));
    expect(after.done).toContain("sweep a,b");
    expect(page.waiting.get()[0]?.files).toEqual(known);
    expect(page.sent).toEqual([]);
    after.become(clientId, { kind: "ready", ids: [uploadId, other] });
    expect(page.sent).toMatchObject([{ clientId, attachments: [uploadId, other] }]);
    page.receive({ type: "ready" });
    expect(page.sent).toHaveLength(2);
    expect(page.sent[1]).toEqual(page.sent[0]);
  });

  it("stay with the reason of a refused file, hold nothing up, and go on by a retry", () => {
    const clientId = crypto.randomUUID();
    const files = filesOf({ [clientId]: [file("a")] });
    const page = load("mara", files);
    page.send(mint, { text: "" }, clientId);
    page.send(mint, { text: "after it" });
    files.become(clientId, { kind: "failed", reason: "This file is empty.", canRetry: false });
    expect(page.waiting.get()[0]?.state).toEqual({ kind: "failed", reason: "This file is empty.", canRetry: false });
    expect(page.sent.map(({ text }) => text)).toEqual(["after it"]);
    for (const entry of page.waiting.get().slice(0, 1)) page.retry(entry);
    expect(page.waiting.get()[0]?.state.kind).toBe("sending");
    files.become(clientId, { kind: "ready", ids: ["x"] });
    expect(page.sent).toMatchObject([{ text: "after it" }, { clientId, attachments: ["x"] }]);
  });

  it("are stopped with their files, stay so over a reload, and are sent or taken back by the person", async () => {
    const clientId = crypto.randomUUID();
    const files = filesOf({ [clientId]: [file("a")] });
    const page = load("mara", files);
    page.send(mint, { text: "not yet" }, clientId);
    for (const entry of page.waiting.get()) page.stop(entry);
    expect(files.done).toContain(`stop ${clientId}`);
    await vi.waitFor(async () => expect((await storedSends.all())[0]?.state.kind).toBe("stopped"));
    const after = filesOf();
    const next = load("mara", after);
    await next.resume();
    await vi.waitFor(() => expect(next.waiting.get()[0]?.state.kind).toBe("stopped"));
    expect(after.done).toContain(`show ${clientId}`);
    expect(next.sent).toEqual([]);
    for (const entry of next.waiting.get()) next.withdraw(entry);
    expect(next.texts()).toEqual([]);
    // The tray has its files now.
    expect(after.done).not.toContain(`forget ${clientId}`);
    await vi.waitFor(async () => expect(await storedSends.all()).toEqual([]));
  });

  it("upload files anew that the server has deleted meanwhile, once", () => {
    const clientId = crypto.randomUUID();
    const files = filesOf({ [clientId]: [file("a")] });
    const page = load("mara", files);
    page.send(mint, { text: "late" }, clientId);
    files.become(clientId, { kind: "ready", ids: ["gone"] });
    const refuse = () =>
      page.receive({ ...refused({ ...page.sent[0], clientId } as SendFrame, "attachment_unusable") }); // one was sent
    refuse();
    expect(files.done).toContain(`renew ${clientId}`);
    expect(page.waiting.get()[0]?.state.kind).toBe("sending");
    files.become(clientId, { kind: "ready", ids: ["fresh"] });
    expect(page.sent.at(-1)).toMatchObject({ clientId, attachments: ["fresh"] });
    refuse();
    expect(page.waiting.get()[0]?.state.kind).toBe("failed");
  });

  it("are not refused whole for their files: a newcomer's text goes on, the files stay with the reason", async () => {
    const clientId = crypto.randomUUID();
    const uploadId = crypto.randomUUID();
    const files = filesOf({ [clientId]: [file("a")] });
    const page = load("mara", files);
    page.send(mint, { text: "hello" }, clientId);
    files.become(clientId, { kind: "ready", ids: [uploadId] });
    for (const frame of [...page.sent]) page.receive(refused(frame, "newcomer_limited"));
    expect(page.sent.at(-1)).toEqual({ type: "send", mint, clientId, text: "hello" });
    expect(page.waiting.get().map(({ frame, state }) => [frame.text, frame.attachments, state.kind])).toEqual([
      ["hello", undefined, "sending"],
      ["", [uploadId], "failed"],
    ]);
    for (const entry of page.waiting.get().slice(1)) page.retry(entry);
    const again = page.sent.at(-1);
    expect(again).toMatchObject({ text: "", attachments: [uploadId] });
    // Nothing is left to separate.
    for (const frame of page.sent.slice(-1)) page.receive(refused(frame, "newcomer_limited"));
    expect(page.waiting.get().map(({ state }) => state.kind)).toEqual(["sending", "failed"]);
    await vi.waitFor(async () =>
      expect((await storedSends.all()).map(({ frame }) => frame.text)).toEqual(["hello", ""]),
    );
  });

  it("forget their files once the message is there, once it is deleted, and with the session", () => {
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
    const files = filesOf(Object.fromEntries(ids.map((id) => [id, [file(id)]])));
    const page = load("mara", files);
    for (const id of ids) page.send(mint, { text: id }, id);
    page.receive({ type: "message", message: messageOf(ids[0]) });
    for (const entry of page.waiting.get().slice(0, 1)) page.drop(entry);
    expect(files.done.filter((what) => !what.startsWith("keep"))).toEqual([`sent ${ids[0]}`, `forget ${ids[1]}`]);
    page.forget();
    expect(files.port.storedOf(ids[2])).toEqual([]);
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
