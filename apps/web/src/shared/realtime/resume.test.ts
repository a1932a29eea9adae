import {
  addressSchema,
  type ChatMessage,
  closeCodes,
  type Mint,
  messageIdSchema,
  type ServerFrame,
  seqSchema,
  tokenUnits,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  backoffMilliseconds,
  initialResume,
  type ResumeEvent,
  type ResumeState,
  resume,
  type SendFrame,
} from "./resume.ts";

const mint: Mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const seq = (value: number) => z.parse(seqSchema, value);
const message = (value: number): ServerFrame => {
  const body: ChatMessage = {
    ...plainMessage,
    id: z.parse(messageIdSchema, "00000000-0000-4000-8000-000000000000"),
    mint,
    seq: seq(value),
    clientId: `c${value}`,
    type: "text",
    text: "hello",
    author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
    sentAt: 0,
  };
  return { type: "message", message: body };
};
const run = (...events: ResumeEvent[]): { state: ResumeState; sent: unknown[]; delivered: ServerFrame[] } => {
  let state = initialResume;
  const sent: unknown[] = [];
  const delivered: ServerFrame[] = [];
  for (const event of events) {
    const step = resume(state, event);
    state = step.state;
    sent.push(...step.send);
    if (step.deliver && event.type === "received") delivered.push(event.frame);
  }
  return { state, sent, delivered };
};
const ready: ResumeEvent = { type: "received", frame: { type: "ready" } };
const send: SendFrame = { type: "send", mint, clientId: "11111111-1111-4111-8111-111111111111", text: "hi" };
const received = (frame: ServerFrame): ResumeEvent => ({ type: "received", frame });

describe("the realtime connection", () => {
  it("keeps what is asked before it is ready and sends it then", () => {
    const { sent } = run(
      { type: "watched", mint: null },
      { type: "chatOpened", mint, afterSeq: seq(4), by: "room" },
      ready,
    );
    expect(sent).toEqual([
      { type: "watch", mint: null },
      { type: "subscribe", mint, afterSeq: 4 },
    ]);
  });

  it("keeps a chat that the list follows when its room is left, and leaves it with the last follower", () => {
    const both: ResumeEvent[] = [
      ready,
      { type: "chatOpened", mint, afterSeq: seq(4), by: "list" },
      { type: "chatOpened", mint, afterSeq: seq(4), by: "room" },
      { type: "chatClosed", mint, by: "room" },
    ];
    expect(run(...both).sent).toEqual([{ type: "subscribe", mint, afterSeq: 4 }]);
    expect(run(...both, { type: "chatClosed", mint, by: "list" }).sent.at(-1)).toEqual({ type: "unsubscribe", mint });
  });

  it("asks again for what a second follower of a chat lacks", () => {
    const { sent, delivered } = run(
      ready,
      { type: "chatOpened", mint, afterSeq: seq(4), by: "list" },
      received(message(5)),
      { type: "chatOpened", mint, afterSeq: seq(4), by: "room" },
      received(message(5)),
    );
    expect(sent.filter((frame) => JSON.stringify(frame).includes("subscribe"))).toHaveLength(2);
    expect(delivered.filter(({ type }) => type === "message")).toHaveLength(2);
  });

  it("goes on after the last delivered message when it was lost", () => {
    const { sent } = run(
      ready,
      { type: "chatOpened", mint, afterSeq: seq(4), by: "room" },
      received(message(5)),
      received(message(6)),
      { type: "lost" },
      ready,
    );
    expect(sent.at(-1)).toEqual({ type: "subscribe", mint, afterSeq: 6 });
  });

  it("delivers each message once", () => {
    const { delivered } = run(
      ready,
      { type: "chatOpened", mint, afterSeq: seq(0), by: "room" },
      received(message(1)),
      received(message(1)),
      received(message(2)),
    );
    expect(delivered.filter(({ type }) => type === "message")).toHaveLength(2);
  });

  it("asks for what is missing instead of showing a later message first", () => {
    const { sent, delivered, state } = run(
      ready,
      { type: "chatOpened", mint, afterSeq: seq(1), by: "room" },
      received(message(4)),
    );
    expect(delivered.some(({ type }) => type === "message")).toBe(false);
    expect(sent.at(-1)).toEqual({ type: "subscribe", mint, afterSeq: 1 });
    expect(state.chats.get(mint)?.after).toBe(1);
  });

  it("ignores messages of a chat that is not open", () => {
    const { delivered } = run(ready, received(message(1)));
    expect(delivered.map(({ type }) => type)).toEqual(["ready"]);
  });

  it("sends a message at once, and drops it without a connection", () => {
    expect(run(ready, { type: "sendRequested", send }).sent).toEqual([send]);
    expect(run({ type: "sendRequested", send }, ready).sent).toEqual([]);
    expect(run(ready, { type: "lost" }, { type: "sendRequested", send }, ready).sent).toEqual([]);
  });

  it("repeats how far a person has read until it is confirmed, and never as another person", () => {
    const read: ResumeEvent = { type: "readRequested", mint, number: 3 };
    expect(run(read, ready).sent).toEqual([{ type: "read", mint, number: 3 }]);
    expect(run(read, { type: "personChanged" }, ready).sent).toEqual([]);
  });

  it("watches a token once however many parts of the page want it, and stops with the last", () => {
    const { sent } = run(
      ready,
      { type: "watched", mint },
      { type: "watched", mint },
      { type: "unwatched", mint },
      { type: "unwatched", mint },
    );
    expect(sent).toEqual([
      { type: "watch", mint },
      { type: "unwatch", mint },
    ]);
  });

  it("forgets a chat when the seat is lost", () => {
    const frame: ServerFrame = {
      type: "membership",
      mint,
      state: "expired",
      entryThresholdTokens: tokenUnits(1n),
      reason: null,
    };
    const { state } = run(ready, { type: "chatOpened", mint, afterSeq: seq(1), by: "room" }, received(frame));
    expect(state.chats.size).toBe(0);
  });

  it("waits longer with each failure, and a minute when there are too many open sockets", () => {
    expect([0, 1, 2, 10].map((failures) => backoffMilliseconds(failures, 1))).toEqual([500, 1_000, 2_000, 5_000]);
    expect(backoffMilliseconds(0, 0)).toBe(250);
    expect(backoffMilliseconds(1, 1, closeCodes.tooManyOpen)).toBe(60_000);
    expect(backoffMilliseconds(1, 0, closeCodes.tooManyOpen)).toBe(30_000);
    expect(backoffMilliseconds(1, 1, closeCodes.goingAway)).toBe(1_000);
    expect(run({ type: "lost" }, { type: "lost" }).state.failures).toBe(2);
    expect(run({ type: "lost" }, ready).state.failures).toBe(0);
  });
});
