import type { Mint } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { hasAccess } from "../membership/index.ts";
import { type Connection, closeCodes, type SharedFrames } from "./connection.ts";
import type { Reads } from "./reads.ts";

/** Numbers of the sequence per read of the backlog; each read waits for the reader to have taken the one before. */
const pageSize = 50;

/** What reading a chat takes. */
type ReadContext = Pick<AppContext, "log"> & { readonly reads: Reads };

/** What a channel's live stream has reached in this process. */
export interface ChannelHead {
  seq: number;
}

/** Messages and changes whose numbers follow one another, serialised for all readers. */
export interface LogRun {
  readonly firstSeq: number;
  readonly frames: SharedFrames;
}

/**
 * One reader of one chat. It reads the log from its last number on and goes live when nothing is left between: no
 * message or other change is missed or sent twice, however many are written meanwhile. If the live stream ever jumps, it reads again.
 */
export class ChatSubscription {
  readonly mint: Mint;
  readonly connection: Connection;
  readonly #ctx: ReadContext;
  readonly #head: ChannelHead;
  #lastSeq = 0;
  #state: "waiting" | "reading" | "live" | "ended" = "waiting";

  constructor(
    ctx: ReadContext,
    connection: Connection,
    mint: Mint,
    /** Shared by all readers of the channel; the hub moves it. */
    head: ChannelHead,
  ) {
    this.#ctx = ctx;
    this.connection = connection;
    this.mint = mint;
    this.#head = head;
  }

  get isEnded(): boolean {
    return this.#state === "ended";
  }

  /** What its connection has been told up to; null before it has begun. */
  get reachedSeq(): number | null {
    return this.#state === "waiting" ? null : this.#lastSeq;
  }

  /** Nothing is delivered from here on, also not what is being read right now. */
  end(): void {
    this.#state = "ended";
  }

  /** Begins after `seq`, which the reader has or does not want. */
  start(seq: number): void {
    if (this.#state !== "waiting") return;
    this.#lastSeq = seq;
    this.#catchUp();
  }

  /** A part of the live stream, in the order of the log. */
  deliver({ firstSeq, frames }: LogRun): void {
    const lastSeq = firstSeq + frames.texts.length - 1;
    if (this.#state !== "live" || lastSeq <= this.#lastSeq) return;
    if (firstSeq > this.#lastSeq + 1) {
      this.#catchUp();
      return;
    }
    const known = this.#lastSeq + 1 - firstSeq;
    this.#lastSeq = lastSeq;
    this.connection.sendShared(frames, known);
  }

  #catchUp(): void {
    this.#state = "reading";
    this.#read().catch((error: unknown) => {
      this.#ctx.log.warn({ err: error, mint: this.mint }, "a chat's backlog could not be read; its reader resumes");
      this.connection.close(closeCodes.unavailable, "unavailable");
    });
  }

  async #read(): Promise<void> {
    while (this.#state === "reading" && this.connection.isOpen) await this.connection.inTurn(() => this.#readPage());
  }

  async #readPage(): Promise<void> {
    // Others of the same connection had their turn before.
    if (this.#state !== "reading") return;
    const { reads } = this.#ctx;
    const { uid } = this.connection.caller;
    if (!uid) return this.end();
    // What is up to here is committed, and read by the questions that follow.
    const headSeq = (await reads.headSeq(this.mint)) ?? 0;
    const upTo = Math.min(headSeq, this.#lastSeq + pageSize);
    const place = { mint: this.mint, after: this.#lastSeq, upTo, viewer: uid };
    const backlog = upTo > this.#lastSeq ? await reads.backlog(place) : null;
    // Asked after the messages were read: nothing that was written after a boot can pass.
    if (!hasAccess(await reads.membership({ mint: this.mint, uid }))) return this.end();
    if (this.#state !== "reading") return;
    this.#lastSeq = Math.max(this.#lastSeq, upTo);
    if (backlog) await this.connection.sendTaken(backlog.frames, backlog.from);
    // No await between this comparison and the change: a message is either counted in the head or delivered live.
    if (this.#state === "reading" && upTo === headSeq && this.#head.seq <= this.#lastSeq) this.#state = "live";
  }
}
