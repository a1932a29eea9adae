import { addressSchema, type ChatMessage, messageIdSchema, seqSchema, uidSchema } from "@tribe/contract";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { chatLines, lastSeq, mergeMessages, type Outgoing } from "./chat-log.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const message = (seq: number, author = "person-01", sentAt = seq * 1_000): ChatMessage => ({
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
  clientId,
  mint,
  text: "x",
  askedAt: 0,
  state: { kind: "sending" },
});

describe("a chat's log", () => {
  it("keeps messages in order and once, whatever order they come in", () => {
    const merged = mergeMessages([message(3), message(4)], [message(2), message(3), message(1)]);
    expect(merged.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(lastSeq({ messages: merged, hasMore: false })).toBe(4);
    // What is sent between the load and the subscription is not missed in an empty chat either.
    expect(lastSeq({ messages: [], hasMore: false })).toBe(0);
  });

  it("names an author once for a run of messages, and again after five minutes", () => {
    const messages = [message(1), message(2), message(3, "person-02"), message(4, "person-02", 400_000)];
    const firsts = chatLines({ messages, hasMore: false }, []).map(
      (line) => line.kind === "message" && line.isFirstOfAuthor,
    );
    expect(firsts).toEqual([true, false, true, true]);
  });

  it("shows a message of ours once, also before its acknowledgement", () => {
    const lines = chatLines({ messages: [message(1)], hasMore: false }, [outgoing("c1"), outgoing("c2")]);
    expect(lines.map(({ kind }) => kind)).toEqual(["message", "outgoing"]);
  });
});
