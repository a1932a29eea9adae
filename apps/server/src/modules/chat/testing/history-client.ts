import { setTimeout as wait } from "node:timers/promises";
import {
  type ApiCall,
  ApiError,
  type ChatChange,
  type ChatMessage,
  type ClientFrame,
  clientFrameSchema,
  type MessageId,
  type Mint,
  resumeLimit,
  routes,
  type Seq,
  type ServerFrame,
  serverFrameSchema,
  type Uid,
} from "@tribe/contract";
import { insertMessage, messagesAfterChange, type RoomState, roomAfterChange } from "@tribe/domain/chat";
import { WebSocket } from "ws";
import * as z from "zod/mini";

/** The person of this page. */
export interface Reader {
  readonly call: ApiCall;
  readonly person: { readonly uid: Uid };
}

/** What arrived over a socket, and when. */
export interface Received {
  readonly seq: number;
  readonly at: number;
  /** The same for all readers: {@link nameOfMessage} or {@link nameOfChange}. */
  readonly what: string;
}

/** Identifies a message in a stream. */
export const nameOfMessage = ({ id, clientId }: Pick<ChatMessage, "id" | "clientId">): string =>
  `message ${id} ${clientId}`;

/** Identifies a change in a stream: its kind, and whom or what it is about. */
export const nameOfChange = (change: ChatChange): string => {
  switch (change.kind) {
    case "member":
      return `member ${change.uid} ${change.state}`;
    case "reaction":
      return `reaction ${change.messageId} ${change.uid} ${change.emoji ?? ""} ${change.isOn} ${change.count}`;
    case "edited":
    case "deleted":
    case "linkPreview":
      return `${change.kind} ${change.messageId}`;
    case "pinned":
    case "settings":
      return change.kind;
  }
};

/** A message as it was sent. */
interface Said {
  readonly text: string;
  readonly replyTo: MessageId | null;
}

/** A message that the server has acknowledged. */
export interface AcknowledgedSend extends Said {
  readonly clientId: string;
  readonly id: MessageId;
  readonly seq: number;
}

/** A refusal for lack of a seat, with the moments of request and answer. */
export interface Refusal {
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

/** Whether an answer says that somebody has no seat. */
export const isForWantOfSeat = (code: string): boolean => code === "not_a_member" || code === "banned";

/** How many of the newest messages a page keeps; later actions are about these. */
export const keptMessages = 2_000;

/**
 * A page of one chat as it should behave: it loads once, then applies only what its socket sends, resumes after its last number
 * when a socket drops, and sends again what was not acknowledged.
 */
export class HistoryClient {
  readonly who: Reader;
  readonly received: Received[] = [];
  readonly acknowledged: AcknowledgedSend[] = [];
  /** Messages that were refused because there was no seat. */
  readonly refusals: Refusal[] = [];
  /** What a stream must never do, as text. */
  readonly faults: string[] = [];
  /** How often it was too far behind to get all changes. */
  reloads = 0;
  /** How often it has opened a socket. */
  sockets = 0;
  /** The highest number that it has marked as read. */
  marked = 0;
  /** The highest number that the server has confirmed as read. */
  toldRead = 0;
  messages: readonly ChatMessage[] = [];
  room: RoomState | null = null;
  lastSeq: number | null = null;
  readonly #mint: Mint;
  readonly #origins: () => readonly string[];
  readonly #waiting = new Map<string, Said & { readonly from: number }>();
  #socket: WebSocket | null = null;
  #isSubscribed = false;
  /** A subscription was requested and not answered: a second one would be answered with the same numbers again. */
  #isAsking = false;
  #isOver = false;
  /** It was told that it is too far behind, and has not loaded since. */
  #isStale = false;

  /** @param origins of the nodes that run now */
  constructor(who: Reader, mint: Mint, origins: () => readonly string[]) {
    this.who = who;
    this.#mint = mint;
    this.#origins = origins;
  }

  get isSubscribed(): boolean {
    return this.#isSubscribed;
  }

  get unacknowledged(): number {
    return this.#waiting.size;
  }

  /** Loads the newest messages, as many as it keeps. @throws ApiError without a seat */
  async load(): Promise<void> {
    const query = { mint: this.#mint };
    const messages: ChatMessage[] = [];
    let headSeq: Seq | null = null;
    for (;;) {
      const [first] = messages;
      const place = { ...query, limit: 100, ...(first ? { beforeSeq: first.seq as number } : {}) };
      const page = await patiently(() => this.who.call(routes.chat.messages, { query: place }));
      // The number at which the first page was read: later changes also apply to the older pages.
      headSeq ??= page.headSeq;
      messages.unshift(...page.messages);
      if (!page.hasMore || messages.length >= keptMessages) break;
    }
    const room = await patiently(() => this.who.call(routes.chat.room, { query }));
    this.messages = messages;
    this.room = { settings: room.settings, pinnedId: room.pinned?.id ?? null };
    this.lastSeq = headSeq;
  }

  /** Opens a socket, if there is none, and subscribes. After any failure the next call tries again. */
  async connect(): Promise<void> {
    if (this.#isOver || this.#socket) return;
    if (this.#isStale) {
      await this.load();
      this.#isStale = false;
    }
    const origins = this.#origins();
    const origin = origins[Math.floor(Math.random() * origins.length)];
    const { token } = await this.who.call(routes.system.realtimeToken, {});
    if (!origin || this.#socket) return;
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/ws?token=${token}`);
    this.#socket = socket;
    const lost = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#isSubscribed = false;
      this.#isAsking = false;
    };
    await new Promise<void>((resolve) => {
      socket.on("open", () => {
        this.sockets += 1;
        resolve();
      });
      socket.on("error", () => {
        lost();
        resolve();
      });
      socket.on("close", () => {
        lost();
        resolve();
      });
      socket.on("message", (data) => {
        if (this.#socket === socket && !this.#isStale)
          this.#take(z.decode(serverFrameSchema, JSON.parse(String(data))));
      });
    });
  }

  say(text: string, replyTo: MessageId | null): void {
    const clientId = crypto.randomUUID();
    this.#waiting.set(clientId, { text, replyTo, from: Date.now() });
    if (this.#isSubscribed) this.#put({ type: "send", mint: this.#mint, clientId, text, replyTo });
  }

  markRead(number: number): void {
    this.marked = Math.max(this.marked, number);
    this.#put({ type: "read", mint: this.#mint, number });
  }

  /** Like a network that breaks: nothing arrives any more, without a close. */
  drop(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.close();
  }

  /** Subscribes again, for instance after a seat came back. */
  subscribe(): void {
    if (this.#isAsking) return;
    this.#isAsking = this.#put({ type: "subscribe", mint: this.#mint, afterSeq: this.lastSeq as Seq | null });
  }

  /** @returns whether there was a socket to send it on */
  #put(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(z.encode(clientFrameSchema, frame)));
    return true;
  }

  #take(frame: ServerFrame): void {
    switch (frame.type) {
      case "ready":
        this.subscribe();
        return;
      case "subscribed":
        this.#isSubscribed = true;
        this.#isAsking = false;
        this.lastSeq ??= frame.headSeq;
        for (const [clientId, { text, replyTo }] of this.#waiting)
          this.#put({ type: "send", mint: this.#mint, clientId, text, replyTo });
        return;
      case "message":
        if (!this.#follows(frame.message.seq, nameOfMessage(frame.message))) return;
        this.messages = insertMessage(this.messages, frame.message);
        // Rarely, because it copies everything.
        if (this.messages.length > 1.5 * keptMessages) this.messages = this.messages.slice(-keptMessages);
        return;
      case "change":
        if (!this.#follows(frame.seq, nameOfChange(frame.change))) return;
        this.messages = messagesAfterChange(this.messages, frame.change, this.who.person.uid);
        this.room = this.room && roomAfterChange(this.room, frame.change);
        return;
      case "reload":
        // Allowed for a client that is far behind; its state is then what a load gives.
        if (this.lastSeq !== null && frame.headSeq - this.lastSeq <= resumeLimit)
          this.faults.push(`was told to load again at ${frame.headSeq}, having ${this.lastSeq}`);
        this.reloads += 1;
        this.#isStale = true;
        this.drop();
        return;
      case "read":
        if (frame.mint === this.#mint) this.toldRead = Math.max(this.toldRead, frame.read.number);
        return;
      case "acknowledged": {
        const { clientId, id, seq } = frame;
        const said = this.#waiting.get(clientId);
        if (said && this.#waiting.delete(clientId))
          this.acknowledged.push({ ...said, clientId, id: id as MessageId, seq }); // the contract has it as text
        return;
      }
      case "refused": {
        if (frame.clientId === null) this.#isAsking = false;
        const said = frame.clientId === null ? undefined : this.#waiting.get(frame.clientId);
        if (said && isForWantOfSeat(frame.code))
          this.refusals.push({ code: frame.code, from: said.from, to: Date.now() });
        // Without a seat: unsent messages are given up as a page would, and reading continues when the seat is back.
        if (
          frame.clientId &&
          frame.retryAfterSeconds === null &&
          frame.code !== "unavailable" &&
          frame.code !== "internal"
        )
          this.#waiting.delete(frame.clientId);
        else if (frame.clientId) setTimeout(() => this.drop(), 50);
        if (isForWantOfSeat(frame.code)) this.#isSubscribed = false;
        return;
      }
      case "membership":
        if (frame.mint !== this.#mint) return;
        // A late event about a seat by which it reads already: subscribing again would bring what is on its way twice.
        if (frame.state !== "active" && frame.state !== "chief") this.#isSubscribed = false;
        else if (!this.#isSubscribed) this.subscribe();
        return;
      default:
        return;
    }
  }

  #follows(seq: number, what: string): boolean {
    this.received.push({ seq, at: Date.now(), what });
    if (this.lastSeq !== null && seq !== this.lastSeq + 1) {
      this.faults.push(`number ${seq} came where ${this.lastSeq + 1} was next`);
      return false;
    }
    this.lastSeq = seq;
    return true;
  }
}

/** Calls, and if the rate limit of the minute is reached, once more in the next one. */
const patiently = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "too_many_requests") throw error;
      await wait((error.retryAfterSeconds ?? 1) * 1_000);
    }
  }
};
