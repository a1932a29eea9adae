import { type ApiErrorCode, apiErrors, isApiErrorCode, type Mint } from "@tribe/contract";
import { retryTime } from "@tribe/domain/words";
import type { Access } from "../../shared/api/access.ts";
import type { Realtime } from "../../shared/realtime/connection.ts";
import { backoffMilliseconds, type SendFrame } from "../../shared/realtime/resume.ts";
import { appPart } from "../../shared/state/app-part.ts";
import { createStore, type Store } from "../../shared/state/store.ts";
import { claim, release } from "../../shared/transactions/claims.ts";
import { type SendFiles, sendFiles } from "../media/index.ts";
import type { Outgoing } from "./log/chat-lines.ts";
import { nextInOrder } from "./log/next-sends.ts";
import { storedSends } from "./stored-sends.ts";

/** A message's content, without its chat and id. */
export type MessageContent = Omit<SendFrame, "type" | "mint" | "clientId">;

/** This person's messages that the server has not acknowledged, of all chats in this tab. Also stored in IndexedDB. */
export interface PendingSends {
  readonly waiting: Pick<Store<readonly Outgoing[]>, "get" | "subscribe">;
  /**
   * Sends a message at once, or when its files have arrived, the connection or the server's database is back, also after a reload;
   * shown until it is acknowledged. In each chat they go in their order.
   * @param clientId by which its files know it
   */
  readonly send: (mint: Mint, content: MessageContent, clientId?: string) => void;
  /** Retries a refused or stopped message. Its client id stays, so that it is never stored twice. */
  readonly retry: (outgoing: Outgoing) => void;
  /** Stops a message while its files are on their way. */
  readonly stop: (outgoing: Outgoing) => void;
  /** Cancels a waiting or refused message. One that has reached the server meanwhile stays in the chat. */
  readonly drop: (outgoing: Outgoing) => void;
  /** Takes a message back whose files belong to the tray again. */
  readonly withdraw: (outgoing: Outgoing) => void;
  /** Sends messages from before a reload, or of a closed tab; those of other people are deleted. */
  readonly resume: () => Promise<void>;
  /** Called after sign-out: deletes all messages and files from this browser. */
  readonly forget: () => void;
}

export interface PendingSendsParts {
  readonly realtime: Pick<Realtime, "send" | "listen">;
  readonly access: Pick<Store<Access>, "get">;
  readonly files: SendFiles;
}

const claimOf = (clientId: string): string => `send:${clientId}`;
const hasFiles = ({ files = [] }: Outgoing): boolean => files.length > 0;

/**
 * Creates the pending sends, which follow the server's answers and the files' uploads from now on. Nothing else tracks what is
 * unacknowledged: the connection drops what it can't send at once.
 */
export const createPendingSends = ({ realtime, access, files }: PendingSendsParts): PendingSends => {
  const waiting = createStore<readonly Outgoing[]>([]);
  /** Read from IndexedDB, or waiting until the tab that has them is closed. */
  const adopted = new Set<string>();
  /** What the server has neither acknowledged nor refused: by client id, the session that sends it. */
  const unanswered = new Map<string, string | null>();
  /** Acknowledged: shown until the message itself arrives. */
  const stored = new Set<string>();
  /** Waiting for the server's database. */
  const later = new Set<string>();
  /** Whose files the server had no longer, once. */
  const renewed = new Set<string>();
  /** Consecutive failures of the server to store a message. */
  let failures = 0;

  const sessionOf = (): string | null => access.get().session?.sessionId ?? null;
  const find = (clientId: string): Outgoing | undefined =>
    waiting.get().find(({ frame }) => frame.clientId === clientId);
  const isHere = (clientId: string): boolean => find(clientId) !== undefined;

  /** Strictly increasing: it is the order of sending after a reload. */
  const nextTime = (): number => Math.max(Date.now(), (waiting.get().at(-1)?.askedAt ?? 0) + 1);

  const add = (entry: Outgoing): void =>
    waiting.set((all) => [...all, entry].sort((one, other) => one.askedAt - other.askedAt));

  const transmit = (frame: SendFrame): void => {
    unanswered.set(frame.clientId, sessionOf());
    realtime.send(frame);
  };

  /** Sends what is ready and behind nothing: in a chat, messages arrive in the order in which they were written. */
  const flush = (): void => {
    const isDone = ({ frame: { clientId } }: Outgoing): boolean =>
      [unanswered, stored, later].some((known) => known.has(clientId));
    for (const { frame } of nextInOrder(waiting.get(), isDone)) transmit(frame);
  };

  /** What a lost connection has not brought, or perhaps not: the client ids prevent duplicates. Never what another person wrote. */
  const unsent = (): readonly SendFrame[] =>
    waiting.get().flatMap(({ frame }) => (unanswered.get(frame.clientId) === sessionOf() ? frame : []));

  const store = async (entry: Outgoing): Promise<void> => {
    const sessionId = sessionOf();
    if (sessionId !== null) await storedSends.put({ ...entry, sessionId });
  };

  const change = (clientId: string, rest: Partial<Outgoing>): void => {
    waiting.set((all) => all.map((entry) => (entry.frame.clientId === clientId ? { ...entry, ...rest } : entry)));
    const entry = find(clientId);
    if (entry) void store(entry);
  };

  /** The server has it, or it was cancelled: a reload must not send it. */
  const forgetOne = (clientId: string): void => {
    unanswered.delete(clientId);
    void storedSends.remove(clientId);
    release(claimOf(clientId));
  };

  const leave = (clientId: string, after: () => void): void => {
    if (!isHere(clientId)) return;
    waiting.set((all) => all.filter(({ frame }) => frame.clientId !== clientId));
    stored.delete(clientId);
    forgetOne(clientId);
    after();
    flush();
  };

  /** As after a lost connection: it was not refused, and its client id prevents duplicates. */
  const sendLater = (clientId: string): void => {
    failures += 1;
    later.add(clientId);
    setTimeout(
      () => {
        later.delete(clientId);
        const entry = find(clientId);
        if (entry?.state.kind === "sending") transmit(entry.frame);
      },
      backoffMilliseconds(failures, Math.random()),
    );
  };

  const fail = (clientId: string, reason: string): void => {
    change(clientId, { state: { kind: "failed", reason } });
    flush();
  };

  /** What the files' uploads mean for their message. */
  const followFiles = (entry: Outgoing): void => {
    const { clientId } = entry.frame;
    if (entry.state.kind !== "sending" || !hasFiles(entry) || entry.frame.attachments) return;
    const now = files.stateOf(clientId);
    if (now.kind === "onTheirWay") {
      const known = files.storedOf(clientId);
      const hasNews = known.some(({ uploadId }, index) => uploadId !== entry.files?.[index]?.uploadId);
      if (hasNews) change(clientId, { files: known });
      return;
    }
    if (now.kind === "ready")
      change(clientId, { files: files.storedOf(clientId), frame: { ...entry.frame, attachments: [...now.ids] } });
    else if (now.kind === "stopped") change(clientId, { state: { kind: "stopped" } });
    // The row itself offers to choose what is lost again.
    else if (now.kind === "lost") change(clientId, { state: { kind: "failed", reason: "", canRetry: false } });
    else change(clientId, { state: now });
    flush();
  };

  const goOn = (clientId: string): void => {
    files.resume(clientId);
    const own = files.storedOf(clientId);
    change(clientId, { state: { kind: "sending" }, ...(own.length > 0 ? { files: own } : {}) });
    const entry = find(clientId);
    if (entry) followFiles(entry);
    flush();
  };

  /** Uploads a message's files anew, once: the server deletes what was not sent for a day. */
  const renew = (entry: Outgoing): boolean => {
    const { clientId } = entry.frame;
    if (!hasFiles(entry) || renewed.has(clientId)) return false;
    renewed.add(clientId);
    const { attachments: _gone, ...frame } = entry.frame;
    change(clientId, { frame });
    files.renew(clientId);
    return true;
  };

  /**
   * Text and files are not refused together: the text goes on, and the files become a message of their own.
   * @returns the client id of the message that stays refused
   */
  const separateFiles = ({ files: own, ...entry }: Outgoing): string => {
    const { attachments, ...frame } = entry.frame;
    if (!own || frame.text === "") return frame.clientId;
    const clientId = crypto.randomUUID();
    files.move(frame.clientId, clientId);
    const text: Outgoing = { ...entry, frame };
    const rest: Outgoing = {
      ...{ ...entry, files: own, askedAt: nextTime() },
      frame: { type: "send", mint: frame.mint, clientId, text: "", ...(attachments ? { attachments } : {}) },
    };
    waiting.set((all) => [...all.map((each) => (each.frame.clientId === frame.clientId ? text : each)), rest]);
    void claim(claimOf(clientId));
    void store(text);
    return clientId;
  };

  const adopt = async (clientId: string): Promise<void> => {
    if (isHere(clientId) || adopted.has(clientId)) return;
    adopted.add(clientId);
    await claim(claimOf(clientId));
    const found = await storedSends.get(clientId);
    if (!found || found.sessionId !== sessionOf()) return release(claimOf(clientId));
    const { sessionId: _own, ...entry } = found;
    const isSending = entry.state.kind === "sending";
    if (entry.files) await files.restore(entry.frame.mint, clientId, entry.files, !isSending);
    if (found.sessionId !== sessionOf()) {
      // They signed out while the files were read.
      files.forget(clientId, false);
      return;
    }
    add(entry);
    followFiles(entry);
    flush();
  };

  const resume = async (): Promise<void> => {
    const all = await storedSends.all();
    const sessionId = sessionOf();
    const isOwn = (entry: { sessionId: string }): boolean => entry.sessionId === sessionId;
    void storedSends.remove(...all.filter((entry) => !isOwn(entry)).map(({ frame }) => frame.clientId));
    for (const entry of all.filter(isOwn)) void adopt(entry.frame.clientId);
    const known = async () =>
      new Set((await storedSends.all()).flatMap((entry) => entry.files?.map(({ key }) => key) ?? []));
    await files.sweep(known);
  };

  files.subscribe(() => {
    for (const entry of waiting.get()) followFiles(entry);
  });

  const refused = (clientId: string, code: ApiErrorCode, retryAfterSeconds: number | null): void => {
    const entry = find(clientId);
    unanswered.delete(clientId);
    if (code === "unavailable") {
      sendLater(clientId);
      return;
    }
    if (entry && code === "attachment_unusable" && renew(entry)) return;
    const refusedId = entry && code === "newcomer_limited" ? separateFiles(entry) : clientId;
    const wait = retryAfterSeconds ? ` ${retryTime(retryAfterSeconds)}` : "";
    const { message } = apiErrors[code];
    fail(refusedId, `${message}${/[.!?]$/.test(message) ? "" : "."}${wait}`);
  };

  realtime.listen((frame) => {
    if (frame.type === "ready") {
      for (const each of unsent()) realtime.send(each);
      files.wake();
      // Also sends what a tab has left that was closed without a connection.
      void resume();
    }
    if (frame.type === "message") {
      const { clientId } = frame.message;
      leave(clientId, () => files.forget(clientId, true));
    }
    // Shown until the message itself arrives.
    if (frame.type === "acknowledged" && isHere(frame.clientId)) {
      failures = 0;
      stored.add(frame.clientId);
      forgetOne(frame.clientId);
      flush();
    }
    if (frame.type === "refused" && frame.clientId)
      refused(frame.clientId, isApiErrorCode(frame.code) ? frame.code : "internal", frame.retryAfterSeconds);
  });

  return {
    waiting,
    send: (mint, content, clientId = crypto.randomUUID()) => {
      const frame: SendFrame = { type: "send", mint, clientId, ...content };
      const own = files.storedOf(clientId);
      const entry: Outgoing = {
        ...{ frame, askedAt: nextTime(), state: { kind: "sending" } },
        ...(own.length > 0 ? { files: own } : {}),
      };
      add(entry);
      // Another tab sends it only after this one is closed.
      void claim(claimOf(clientId));
      // Stored first: a copy of which no message is known is removed.
      void store(entry).then(() => (own.length > 0 ? files.keep(clientId) : undefined));
      followFiles(entry);
      flush();
    },
    retry: ({ frame: { clientId } }) => goOn(clientId),
    stop: ({ frame: { clientId } }) => {
      files.stop(clientId);
      change(clientId, { state: { kind: "stopped" } });
      flush();
    },
    drop: ({ frame: { clientId } }) => leave(clientId, () => files.forget(clientId, false)),
    withdraw: ({ frame: { clientId } }) => leave(clientId, () => undefined),
    resume,
    forget: () => {
      for (const { frame } of waiting.get()) release(claimOf(frame.clientId));
      waiting.set([]);
      unanswered.clear();
      stored.clear();
      later.clear();
      files.forgetAll();
      void storedSends.clear();
    },
  };
};

// Loaded together, and only when somebody may write.
export { sendFiles };

const part = appPart<PendingSends>("the pending sends");

export const providePendingSends = part.provide;

/** The page's pending sends. */
export const pendingSends = part.get;
