import { apiErrors, isApiErrorCode, type Mint } from "@tribe/contract";
import type { Access } from "../../shared/api/access.ts";
import type { Realtime } from "../../shared/realtime/connection.ts";
import { backoffMilliseconds, type SendFrame } from "../../shared/realtime/resume.ts";
import { appPart } from "../../shared/state/app-part.ts";
import { createStore, type Store } from "../../shared/state/store.ts";
import { claim, release } from "../../shared/transactions/claims.ts";
import type { Outgoing } from "./log/chat-lines.ts";
import { storedSends } from "./stored-sends.ts";

/** A message's content, without its chat and id. */
export type MessageContent = Omit<SendFrame, "type" | "mint" | "clientId">;

/** This person's messages that the server has not acknowledged, of all chats in this tab. Also stored in IndexedDB. */
export interface PendingSends {
  readonly waiting: Pick<Store<readonly Outgoing[]>, "get" | "subscribe">;
  /**
   * Sends a message at once, or when the connection or the server's database is back, also after a reload; shown until it is
   * acknowledged.
   */
  readonly send: (mint: Mint, content: MessageContent) => void;
  /** Retries a refused message. Its client id stays, so that it is never stored twice. */
  readonly retry: (outgoing: Outgoing) => void;
  /** Cancels a waiting or refused message. One that has reached the server meanwhile stays in the chat. */
  readonly drop: (outgoing: Outgoing) => void;
  /** Sends messages from before a reload, or of a closed tab; those of other people are deleted. */
  readonly resume: () => Promise<void>;
  /** Called after sign-out: deletes all messages from this browser. */
  readonly forget: () => void;
}

export interface PendingSendsParts {
  readonly realtime: Pick<Realtime, "send" | "listen">;
  readonly access: Pick<Store<Access>, "get">;
}

const claimOf = (clientId: string): string => `send:${clientId}`;

/**
 * Creates the pending sends, which follow the server's answers from now on. Nothing else tracks what is unacknowledged: the connection
 * drops what it can't send at once.
 */
export const createPendingSends = ({ realtime, access }: PendingSendsParts): PendingSends => {
  const waiting = createStore<readonly Outgoing[]>([]);
  /** Read from IndexedDB, or waiting until the tab that has them is closed. */
  const adopted = new Set<string>();
  /** What the server has neither acknowledged nor refused: by client id, the session that sends it. */
  const unanswered = new Map<string, string | null>();
  /** Consecutive failures of the server to store a message. */
  let failures = 0;

  const sessionOf = (): string | null => access.get().session?.sessionId ?? null;
  const isHere = (clientId: string): boolean => waiting.get().some(({ frame }) => frame.clientId === clientId);

  /** Strictly increasing: it is the order of sending after a reload. */
  const nextTime = (): number => Math.max(Date.now(), (waiting.get().at(-1)?.askedAt ?? 0) + 1);

  const add = (entry: Outgoing): void =>
    waiting.set((all) => [...all, entry].sort((one, other) => one.askedAt - other.askedAt));

  const transmit = (frame: SendFrame): void => {
    unanswered.set(frame.clientId, sessionOf());
    realtime.send(frame);
  };

  /** What a lost connection has not brought, or perhaps not: the client ids prevent duplicates. Never what another person wrote. */
  const unsent = (): readonly SendFrame[] =>
    waiting.get().flatMap(({ frame }) => (unanswered.get(frame.clientId) === sessionOf() ? frame : []));

  const store = (entry: Outgoing): void => {
    const sessionId = sessionOf();
    if (sessionId !== null) void storedSends.put({ ...entry, sessionId });
  };

  const change = (clientId: string, state: Outgoing["state"]): void => {
    waiting.set((all) => all.map((entry) => (entry.frame.clientId === clientId ? { ...entry, state } : entry)));
    for (const entry of waiting.get()) if (entry.frame.clientId === clientId) store(entry);
  };

  /** The server has it, or it was cancelled: a reload must not send it. */
  const forgetOne = (clientId: string): void => {
    unanswered.delete(clientId);
    void storedSends.remove(clientId);
    release(claimOf(clientId));
  };

  const settle = (clientId: string): void => {
    if (!isHere(clientId)) return;
    waiting.set((all) => all.filter(({ frame }) => frame.clientId !== clientId));
    forgetOne(clientId);
  };

  /** As after a lost connection: it was not refused, and its client id prevents duplicates. */
  const sendLater = (clientId: string): void => {
    failures += 1;
    setTimeout(
      () => {
        const entry = waiting.get().find(({ frame }) => frame.clientId === clientId);
        if (entry?.state.kind === "sending") transmit(entry.frame);
      },
      backoffMilliseconds(failures, Math.random()),
    );
  };

  const adopt = async (clientId: string): Promise<void> => {
    if (isHere(clientId) || adopted.has(clientId)) return;
    adopted.add(clientId);
    await claim(claimOf(clientId));
    const stored = await storedSends.get(clientId);
    if (!stored || stored.sessionId !== sessionOf()) return release(claimOf(clientId));
    const { sessionId: _own, ...entry } = stored;
    add(entry);
    if (entry.state.kind === "sending") transmit(entry.frame);
  };

  const resume = async (): Promise<void> => {
    const all = await storedSends.all();
    const sessionId = sessionOf();
    const isOwn = (entry: { sessionId: string }): boolean => entry.sessionId === sessionId;
    void storedSends.remove(...all.filter((entry) => !isOwn(entry)).map(({ frame }) => frame.clientId));
    for (const entry of all.filter(isOwn)) void adopt(entry.frame.clientId);
  };

  realtime.listen((frame) => {
    if (frame.type === "ready") {
      for (const each of unsent()) realtime.send(each);
      // Also sends what a tab has left that was closed without a connection.
      void resume();
    }
    if (frame.type === "message") settle(frame.message.clientId);
    // Shown until the message itself arrives.
    if (frame.type === "acknowledged" && isHere(frame.clientId)) {
      failures = 0;
      forgetOne(frame.clientId);
    }
    if (frame.type === "refused" && frame.clientId) {
      unanswered.delete(frame.clientId);
      if (frame.code === "unavailable") return sendLater(frame.clientId);
      const known = isApiErrorCode(frame.code) ? apiErrors[frame.code].message : apiErrors.internal.message;
      const wait = frame.retryAfterSeconds ? ` Try again in ${Math.ceil(frame.retryAfterSeconds)} s.` : "";
      change(frame.clientId, { kind: "failed", reason: `${known}${wait}` });
    }
  });

  return {
    waiting,
    send: (mint, content) => {
      const frame: SendFrame = { type: "send", mint, clientId: crypto.randomUUID(), ...content };
      const entry: Outgoing = { frame, askedAt: nextTime(), state: { kind: "sending" } };
      add(entry);
      // Another tab sends it only after this one is closed.
      void claim(claimOf(frame.clientId));
      store(entry);
      transmit(frame);
    },
    retry: ({ frame }) => {
      change(frame.clientId, { kind: "sending" });
      transmit(frame);
    },
    drop: ({ frame }) => settle(frame.clientId),
    resume,
    forget: () => {
      for (const { frame } of waiting.get()) release(claimOf(frame.clientId));
      waiting.set([]);
      unanswered.clear();
      void storedSends.clear();
    },
  };
};

const part = appPart<PendingSends>("the pending sends");

export const providePendingSends = part.provide;

/** The page's pending sends. */
export const pendingSends = part.get;
