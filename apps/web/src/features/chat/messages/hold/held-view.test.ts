import { addressSchema, type ChatMessage, messageIdSchema, seqSchema, uidSchema } from "@tribe/contract";
import { plainMessage } from "@tribe/domain/testing";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { chatLines, type Outgoing } from "../../log/chat-lines.ts";
import { heldView, type ListView } from "./held-view.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const idOf = (seq: number) => z.parse(messageIdSchema, `00000000-0000-7000-8000-${String(seq).padStart(12, "0")}`);
const message = (seq: number, text = String(seq)): ChatMessage => ({
  ...plainMessage,
  id: idOf(seq),
  mint,
  seq: z.parse(seqSchema, seq),
  number: seq,
  clientId: `c${seq}`,
  type: "text",
  text,
  author: { uid: z.parse(uidSchema, "person-01"), address: null, displayName: "Mara", pfp: null },
  sentAt: seq * 1_000,
});
const outgoing = (clientId: string, state: Outgoing["state"] = { kind: "sending" }): Outgoing => ({
  frame: { type: "send", mint, clientId, text: "x" },
  askedAt: 9_000,
  state,
});
const view = (messages: readonly ChatMessage[], sends: readonly Outgoing[] = [], part = 1): ListView => ({
  part,
  first: messages[0]?.number ?? 1,
  lines: chatLines({ messages, hasMore: false, hasNewer: false }, sends),
});
const textsOf = (held: ListView | null) =>
  held?.lines.map((line) => (line.kind === "message" ? line.message.text : line.kind));

describe("a held list", () => {
  it("shows no new messages, and the others unchanged", () => {
    const kept = view([message(2), message(3)]);
    const now = view([message(1), message(2, "changed"), message(3), message(4)]);
    const held = heldView(kept, now, new Set());
    expect(textsOf(held)).toEqual(["2", "3"]);
    expect(held?.first).toBe(2);
  });

  it("shows changes of the message under the pointer at once", () => {
    const kept = view([message(1), message(2)]);
    const deleted = { ...message(2, ""), deletedAt: 5 };
    const held = heldView(kept, view([message(1, "changed"), deleted, message(3)]), new Set([idOf(2)]));
    expect(textsOf(held)).toEqual(["1", ""]);
  });

  it("shows the present state of this person's outgoing messages: delivered, refused or removed", () => {
    const kept = view([message(1)], [outgoing("c2"), outgoing("c8"), outgoing("c9")]);
    const failed = outgoing("c8", { kind: "failed", reason: "too soon" });
    const held = heldView(kept, view([message(1), message(2), message(3)], [failed]), new Set());
    expect(textsOf(held)).toEqual(["1", "2", "outgoing"]);
    expect(held?.lines.at(-1)).toMatchObject({ outgoing: { state: { kind: "failed" } } });
  });

  it("is released when the person sends a message, or another part of the history is shown", () => {
    const kept = view([message(1)]);
    expect(heldView(kept, view([message(1)], [outgoing("c2")]), new Set())).toBeNull();
    expect(heldView(kept, view([message(1)], [], 2), new Set())).toBeNull();
  });
});
