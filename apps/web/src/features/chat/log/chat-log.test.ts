import {
  addressSchema,
  type ChatChange,
  type ChatMessage,
  messageIdSchema,
  type Seq,
  seqSchema,
  uidSchema,
} from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  type ChatEvent,
  eventOf,
  firstAfter,
  type HistoryPage,
  logAfterEvent,
  newPart,
  withNewer,
  withNewest,
  withOlder,
} from "./chat-log.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const other = z.parse(addressSchema, "11111111111111111111111111111111");
const me = z.parse(uidSchema, "person-me");
const seq = (value: number): Seq => z.parse(seqSchema, value);
const idOf = (number: number) =>
  z.parse(messageIdSchema, `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`);
/** Messages take every tenth number of the sequence: changes lie between. */
const message = (number: number, rest: Partial<ChatMessage> = {}): ChatMessage => ({
  ...plainMessage,
  id: idOf(number),
  mint,
  seq: seq(number * 10),
  number,
  clientId: `c${number}`,
  type: "text",
  text: `message ${number}`,
  author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
  sentAt: number,
  ...rest,
});
const page = (numbers: readonly number[], rest: Partial<HistoryPage> = {}): HistoryPage => ({
  messages: numbers.map((number) => message(number)),
  hasMore: true,
  hasNewer: false,
  headSeq: seq(100),
  ...rest,
});
const came = (number: number): ChatEvent => ({ seq: seq(number * 10), message: message(number) });
const edited = (number: number, at: number): ChatEvent => ({
  seq: seq(at),
  change: { kind: "edited", messageId: idOf(number), text: "better", mentions: [], editedAt: at },
});
const numbers = ({ messages }: { messages: readonly ChatMessage[] }) => messages.map(({ number }) => number);
const start = newPart(undefined, page([9, 10]), me);

describe("a chat's log", () => {
  it("puts what arrives behind the last message, once, and remembers how far it has heard", () => {
    const log = [came(11), came(12), came(11)].reduce((now, event) => logAfterEvent(now, event, me), start);
    expect(numbers(log)).toEqual([9, 10, 11, 12]);
    expect(log.headSeq).toBe(120);
    expect(logAfterEvent(start, edited(9, 101), me).messages[0]?.text).toBe("better");
  });

  it("puts older pages in front, as they are after what was heard since they were read", () => {
    const live = [edited(7, 101), came(11)].reduce((now, event) => logAfterEvent(now, event, me), start);
    const log = withOlder(live, page([7, 8], { headSeq: seq(100), hasMore: false }), me);
    expect(numbers(log)).toEqual([7, 8, 9, 10, 11]);
    expect(log.messages[0]?.text).toBe("better");
    expect([log.hasMore, log.part, log.headSeq]).toEqual([false, start.part, 110]);
  });

  it("keeps what arrives apart while it shows an older part, and puts it behind when the rest is loaded", () => {
    const old = newPart(start, page([1, 2], { hasNewer: true }), me);
    expect(old.part).toBe(start.part + 1);
    const live = [came(11), came(12), edited(2, 121)].reduce((now, event) => logAfterEvent(now, event, me), old);
    expect(numbers(live)).toEqual([1, 2]);
    expect(live.messages[1]?.text).toBe("better");
    // The page was read after the eleventh and before the twelfth message.
    const whole = withNewer(live, page([3, 4, 11], { headSeq: seq(110) }), me);
    expect(numbers(whole)).toEqual([1, 2, 3, 4, 11, 12]);
    expect(whole.hasNewer).toBe(false);
  });

  it("shows the newest again with what came while they were on their way", () => {
    const live = logAfterEvent(newPart(start, page([1], { hasNewer: true }), me), came(11), me);
    expect(numbers(newPart(live, page([9, 10], { headSeq: seq(100) }), me))).toEqual([9, 10, 11]);
  });

  it("puts the newest page behind what was kept where they meet, and resumes from what it had heard", () => {
    const edit = { ...message(10), text: "better" };
    const met = withNewest(start, { ...page([11, 12], { headSeq: seq(200) }), messages: [edit, message(11)] }, me);
    expect(numbers(met)).toEqual([9, 10, 11]);
    expect(met.messages[1]?.text).toBe("better");
    expect([met.headSeq, met.part]).toEqual([100, start.part]);
    const apart = withNewest(start, page([30, 31], { headSeq: seq(400) }), me);
    expect([numbers(apart), apart.headSeq, apart.part]).toEqual([[30, 31], 400, start.part + 1]);
    expect(numbers(withNewest(undefined, page([1]), me))).toEqual([1]);
  });

  it("knows the first message after a number when no older one can be it", () => {
    const anybody = () => true;
    expect(firstAfter(start, 8, anybody)?.number).toBe(9);
    expect(firstAfter(start, 9, anybody)?.number).toBe(10);
    expect(firstAfter(start, 8, () => false)).toBe(undefined);
    expect(firstAfter(start, null, anybody)).toBe(undefined);
    expect(firstAfter(start, 10, anybody)).toBe(undefined);
    // The eighth is not loaded.
    expect(firstAfter(start, 7, anybody)).toBe(undefined);
    expect(firstAfter({ ...start, hasMore: false }, 7, anybody)?.number).toBe(9);
  });

  it("hears only of its own Tribe", () => {
    const change: ChatChange = { kind: "pinned", messageId: null };
    expect(eventOf({ type: "message", message: message(1) }, other)).toBe(null);
    expect(eventOf({ type: "message", message: message(1) }, mint)).toMatchObject({ seq: 10 });
    expect(eventOf({ type: "change", mint, seq: seq(5), at: 0, change }, mint)).toEqual({ seq: 5, change });
    expect(eventOf({ type: "change", mint, seq: seq(5), at: 0, change }, other)).toBe(null);
    expect(eventOf({ type: "ready" }, mint)).toBe(null);
  });
});
