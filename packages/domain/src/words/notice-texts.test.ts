import { addressSchema, type Notice, tokenUnits, uidSchema } from "@tribe/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { noticeText, noticeTextWithoutContent } from "./notice-texts.ts";

const mint = z.parse(addressSchema, "So11111111111111111111111111111111111111112");
const actor = { uid: z.parse(uidSchema, "lenalena"), displayName: "Lena", pfp: null };
const shared = { id: "1", at: 0, isRead: false };
const inTribe = { ...shared, route: `/chat/${mint}`, mint, tribe: "Ash", tribePfp: null };

const notices: readonly (readonly [Notice, string, string])[] = [
  [{ ...inTribe, type: "chat_new_message", actor, excerpt: "Hello", count: 1 }, "Lena in Ash", "Hello"],
  [{ ...inTribe, type: "chat_new_message", actor, excerpt: "Hello", count: 13 }, "Lena in Ash", "Hello · and 12 more"],
  [{ ...inTribe, type: "chat_reply", actor, excerpt: "Yes", isMention: false }, "Lena replied to you in Ash", "Yes"],
  [{ ...inTribe, type: "chat_reply", actor, excerpt: "@you", isMention: true }, "Lena mentioned you in Ash", "@you"],
  [
    { ...inTribe, type: "chat_reaction", actor, excerpt: "Mine", emoji: null, count: 1 },
    "Lena liked your message in Ash",
    "Mine",
  ],
  [
    { ...inTribe, type: "chat_reaction", actor, excerpt: "Mine", emoji: "🔥", count: 3 },
    "Lena and 2 others reacted 🔥 to your message in Ash",
    "Mine",
  ],
  [
    { ...inTribe, type: "chat_booted", loss: { code: "seat.outranked", tokensToReturn: tokenUnits(12_000_000_000n) } },
    "You lost your seat in Ash",
    "Others who joined hold more tokens than you. With 12 tokens you get your seat back.",
  ],
  [
    {
      ...inTribe,
      type: "chat_booted",
      loss: { code: "seat.outranked", tokensToReturn: tokenUnits(12_000_000_000n), gaveUp: { seat: 12 } },
    },
    "You gave up seat 12 in Ash",
    "You sold or moved your tokens. With 12 tokens you get a seat again.",
  ],
  [
    { ...inTribe, type: "chat_booted", loss: { code: "seat.blocked" } },
    "You were blocked from Ash",
    "The Chief has blocked you from this chat",
  ],
  [
    { ...inTribe, type: "seat_alarm", alarm: "spare", amount: "3 ASH" },
    "3 ASH to spare in Ash",
    "Whoever waits outside is close to your seat.",
  ],
  [
    { ...inTribe, type: "seat_alarm", alarm: "below", amount: "0.01 SOL" },
    "Ash went below your price",
    "A token costs 0.01 SOL now.",
  ],
  [
    { ...shared, route: "/", type: "token_created", count: 1, tribes: [{ mint, name: "Ash", pfp: null }] },
    "A new Tribe",
    "Ash",
  ],
  [
    { ...shared, route: "/", type: "token_created", count: 7, tribes: [{ mint, name: "Ash", pfp: null }] },
    "7 new Tribes",
    "Ash and 6 more",
  ],
  [{ ...shared, route: "/you", type: "system", text: "We move." }, "From Tribe", "We move."],
  [
    { ...inTribe, type: "airdrop", amount: "1.5", symbol: "GIFT" },
    "1.5 GIFT for you",
    "Ash sent you an airdrop. Claim it in your wallet.",
  ],
];

test("each notice has its sentences", () => {
  for (const [notice, title, body] of notices) expect(noticeText(notice)).toEqual({ title, body });
});

test("without content a notice does not quote a message", () => {
  for (const [notice] of notices) {
    const text = noticeTextWithoutContent(notice);
    if ("excerpt" in notice) expect(JSON.stringify(text)).not.toContain(notice.excerpt);
    expect(text.title).not.toBe("");
  }
});
