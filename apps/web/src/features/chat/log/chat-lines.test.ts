import {
  addressSchema,
  type ChatMessage,
  lamports,
  messageIdSchema,
  type SeatNote,
  seqSchema,
  signatureSchema,
  type TradePoint,
  tokenUnits,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { chatLines, inOrder, type Outgoing } from "./chat-lines.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const message = (seq: number, author = "person-01", sentAt = seq * 1_000): ChatMessage => ({
  ...plainMessage,
  id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
  mint,
  seq: z.parse(seqSchema, seq),
  clientId: `c${seq}`,
  type: "text",
  text: String(seq),
  author: { uid: z.parse(uidSchema, author), address: null, displayName: author, pfp: null },
  sentAt,
});
const outgoing = (clientId: string): Outgoing => ({
  frame: { type: "send", mint, clientId, text: "x" },
  askedAt: 0,
  state: { kind: "sending" },
});

const trade = (blockTime: number): TradePoint => ({
  seq: blockTime,
  kind: "buy",
  venue: "curve",
  trader: mint,
  amount: tokenUnits(1n),
  newTokens: null,
  value: lamports(1n),
  unitPrice: lamports(1n),
  priceAfter: lamports(1n),
  supplyAfterTrade: tokenUnits(1n),
  blockTime,
  signature: z.parse(signatureSchema, "1".repeat(64)),
});

const seatNote = (at: number): SeatNote => {
  const { author } = message(1);
  return { at, person: author, state: "active", seat: 1, missing: null };
};

describe("a chat's lines", () => {
  it("names an author once for a run of messages, and again after five minutes", () => {
    const messages = [message(1), message(2), message(3, "person-02"), message(4, "person-02", 400_000)];
    const firsts = chatLines({ messages, hasMore: false, hasNewer: false }, []).map(
      (line) => line.kind === "message" && line.isFirstOfAuthor,
    );
    expect(firsts).toEqual([true, false, true, true]);
  });

  it("shows a message of ours once, also before its acknowledgement", () => {
    const lines = chatLines({ messages: [message(1)], hasMore: false, hasNewer: false }, [
      outgoing("c1"),
      outgoing("c2"),
    ]);
    expect(lines.map(({ kind }) => kind)).toEqual(["message", "outgoing"]);
  });

  it("puts a message of ours where it will stand when it has arrived", () => {
    const [me, other] = [message(1).author.uid, message(1, "person-02").author.uid];
    const reply: Outgoing = { ...outgoing("c3"), frame: { ...outgoing("c3").frame, replyTo: message(1).id } };
    const firsts = (author: string, askedAt: number, whose = me) =>
      chatLines(
        { messages: [message(1, author)], hasMore: false, hasNewer: false },
        [{ ...outgoing("c2"), askedAt }, outgoing("c4"), reply],
        {},
        whose,
      ).flatMap((line) => (line.kind === "outgoing" ? [[line.isFirstOfAuthor, line.replyTo?.seq ?? null]] : []));
    const rest = [
      [false, null],
      [true, 1],
    ];
    expect(firsts("person-01", 2_000)).toEqual([[false, null], ...rest]);
    expect(firsts("person-01", 2_000, other)).toEqual([[true, null], ...rest]);
    expect(firsts("person-01", 400_000)).toEqual([[true, null], ...rest]);
  });

  it("begins a new run with a reply, so that what it quotes stands under its author's name", () => {
    const { id, seq, number, type, text, author } = message(1);
    const reply = { ...message(2), replyTo: { id, seq, number, type, text, author, isDeleted: false } };
    const lines = chatLines({ messages: [message(1), reply], hasMore: false, hasNewer: false }, []);
    expect(lines.map((line) => line.kind === "message" && line.isFirstOfAuthor)).toEqual([true, true]);
  });

  it("shows nothing behind the last message while newer ones are not loaded", () => {
    const log = { messages: [message(1, "person-01", 1_000)], hasMore: false, hasNewer: true };
    expect(chatLines(log, [outgoing("c9")], { trades: [trade(40)] }).map(({ kind }) => kind)).toEqual(["message"]);
  });

  it("puts a date above the first message of a day, and above the very first one", () => {
    const noon = new Date(2026, 4, 1, 12).getTime();
    const day = 24 * 3_600_000;
    const messages = [
      message(1, "person-01", noon),
      message(2, "person-01", noon + 1_000),
      message(3, "person-01", noon + day),
    ];
    const days = (hasMore: boolean) =>
      chatLines({ messages, hasMore, hasNewer: false }, []).map((line) => line.kind === "message" && line.isFirstOfDay);
    expect(days(false)).toEqual([true, false, true]);
    expect(days(true)).toEqual([false, false, true]);
  });

  it("tells trades and seats between the messages that they happened between, and the newest after the last", () => {
    const messages = [
      message(1, "person-01", 10_000),
      message(2, "person-01", 20_000),
      message(3, "person-01", 30_000),
    ];
    const trades = [trade(40), trade(25), trade(15), trade(12), trade(5)];
    const lines = chatLines({ messages, hasMore: false, hasNewer: false }, [outgoing("c9")], { trades });
    const told = lines.map((line) =>
      "between" in line ? line.between.trades.map(({ blockTime }) => blockTime) : line.kind,
    );
    expect(told).toEqual([[], [12, 15], [25], [40], "outgoing"]);
    const seats = [seatNote(15_000)];
    const [, second] = chatLines({ messages, hasMore: false, hasNewer: false }, [], { seats });
    expect(second).toMatchObject({ isFirstOfAuthor: true, between: { trades: [], seats } });
    // A trade in between ends a run.
    expect(lines.map((line) => line.kind === "message" && line.isFirstOfAuthor)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it("tells what happened between two messages in the order of time, a lost seat after the trade that cost it", () => {
    const seats = [seatNote(11_000), seatNote(12_400), seatNote(30_000)];
    const trades = [trade(12), trade(20), trade(21)];
    const by = { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Chief", pfp: null };
    const lives = [
      { at: 12_500, by, title: "Night call-in", lasted: null },
      { at: 40_000, by, title: "Night call-in", lasted: 27_500 },
    ];
    const told = inOrder({ trades, seats, lives }).map((run) =>
      run.kind === "trades"
        ? run.trades.map(({ blockTime }) => blockTime)
        : run.kind === "seats"
          ? run.seats.map(({ at }) => `seat ${at}`)
          : [run.live.lasted === null ? "live" : "live ended"],
    );
    expect(told).toEqual([["seat 11000"], [12], ["seat 12400"], ["live"], [20, 21], ["seat 30000"], ["live ended"]]);
    expect(inOrder({ trades: [], seats, lives: [] })).toHaveLength(1);
  });
});
