import { closeCodes, type Mint } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { hasAccess } from "../membership/index.ts";
import type { Connection, SharedFrames } from "./connection.ts";
import type { Reads } from "./reads.ts";

/** Sequence numbers per read of the backlog. The next read waits until the client has taken the last one. */
const pageSize = 50;

/** What is needed to read a chat. */
type ReadContext = Pick<AppContext, "log"> & { readonly reads: Reads };

/** The newest number of a channel's live stream in this process. */
export interface ChannelHead {
  seq: number;
}

/** Messages and changes with consecutive numbers, serialised for all readers. */
export interface LogRun {
  readonly firstSeq: number;
  readonly frames: SharedFrames;
}

/**
 * One subscription of a connection to a chat. It reads the log from its last number on and goes live when it has caught up: no
 * message or other change is missed or sent twice, however many are written meanwhile. If the live stream ever has a gap, it
 * reads the log again.
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
    /** Shared by all subscriptions to the channel; the hub moves it. */
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

  /** The last number that was sent; null before the start. */
  get reachedSeq(): number | null {
    return this.#state === "waiting" ? null : this.#lastSeq;
  }

  /** From here on nothing is delivered, not even what is being read now. */
  end(): void {
    this.#state = "ended";
  }

  /** Starts after `seq`, the last number that the client has or skips. */
  start(seq: number): void {
    if (this.#state !== "waiting") return;
    this.#lastSeq = seq;
    this.#catchUp();
  }

  /** Delivers a part of the live stream, in the order of the log. */
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
    // The connection's other subscriptions had their turn in between.
    if (this.#state !== "reading") return;
    const { reads } = this.#ctx;
    const { uid } = this.connection.caller;
    if (!uid) return this.end();
    // Everything up to here is committed, so that the queries below see it.
    const headSeq = (await reads.headSeq(this.mint)) ?? 0;
    const upTo = Math.min(headSeq, this.#lastSeq + pageSize);
    const place = { mint: this.mint, after: this.#lastSeq, upTo, viewer: uid };
    const backlog = upTo > this.#lastSeq ? await reads.backlog(place) : null;
    // Checked after the messages were read, so that nothing written after a boot gets through.
    if (!hasAccess(await reads.membership({ mint: this.mint, uid }))) return this.end();
    if (this.#state !== "reading") return;
    this.#lastSeq = Math.max(this.#lastSeq, upTo);
    if (backlog) await this.connection.sendTaken(backlog.frames, backlog.from);
    // There is no await between this comparison and the change of state: a message is either counted in the head or delivered
    // live.
    if (this.#state === "reading" && upTo === headSeq && this.#head.seq <= this.#lastSeq) this.#state = "live";
  }
}
