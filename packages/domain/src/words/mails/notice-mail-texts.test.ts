import { type Address, lamports, type Mint, type Notice, type Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import { noticeMailText, summaryMailText } from "./notice-mail-texts.ts";

const mint = "So11111111111111111111111111111111111111112" as Address as Mint;
const actor = { uid: "u1" as Uid, displayName: "Lena", pfp: null };
const shared = { id: "1", at: 1, isRead: false, route: `/chat/${mint}`, mint, tribe: "Ash", tribePfp: null };
const message = (count: number, excerpt = "Hello"): Notice => ({
  ...shared,
  type: "chat_new_message",
  count,
  actor,
  excerpt,
});
const reply: Notice = { ...shared, type: "chat_reply", actor, excerpt: "I have wood", isMention: false };
const booted: Notice = { ...shared, type: "chat_booted", loss: { code: "seat.blocked" } };
const system: Notice = { id: "2", at: 1, isRead: false, route: "/you", type: "system", text: "We move on Sunday." };

const alarm: Notice = { ...shared, type: "seat_alarm", alarm: "spare", amount: "3 ASH" };

test("a lost seat, an alarm and news have mails of their own, and nothing else has", () => {
  expect(noticeMailText(booted)).toMatchObject({
    kind: "insufficientTokensToAccessTribe",
    mail: { subject: "You were blocked from Ash", action: { label: "Open Ash" } },
  });
  expect(noticeMailText(system)).toMatchObject({
    kind: "announcements",
    mail: { subject: "News from Tribe", lines: ["We move on Sunday."], action: { route: "/you" } },
  });
  expect(noticeMailText(alarm)).toMatchObject({
    kind: "seatAlarm",
    mail: { subject: "3 ASH to spare in Ash", action: { label: "Top up and stay" } },
  });
  expect(noticeMailText(message(1))).toBeNull();
  expect(noticeMailText(reply)).toBeNull();
});

test("a summary begins with the most personal notices, and counts what it leaves out", () => {
  const notices = [...Array.from({ length: 7 }, () => message(2)), reply];
  const mail = summaryMailText({ notices, holdings: [], showContent: true });
  expect(mail.subject).toBe("Your day on Tribe: 1 reply, 14 unread messages");
  expect(mail.sections.map(({ title, rows, more }) => [title, rows.length, more])).toEqual([
    ["Replies to you", 1, 0],
    ["Unread in your Tribes", 5, 2],
  ]);
  expect(mail.sections[0]?.rows[0]).toMatchObject({ body: "I have wood", route: shared.route });
});

test("a summary does not quote messages when a person wants that", () => {
  const mail = summaryMailText({ notices: [message(3, "secret"), reply], holdings: [], showContent: false });
  expect(JSON.stringify(mail)).not.toMatch(/secret|wood/);
  expect(mail.sections[1]?.rows[0]?.body).toBe("3 new messages");
});

test("a summary gives the direction of prices", () => {
  const holding = { name: "Ash", symbol: "ASH", price: lamports(12_345_678n), route: "/token/a" };
  const rows = [1_234, -50, 0].map((changeBps) => ({ ...holding, changeBps }));
  const mail = summaryMailText({ notices: [], holdings: rows, showContent: true });
  expect(mail.subject).toBe("Your day on Tribe");
  expect(mail.sections[0]?.rows.map(({ body, trend }) => [body, trend])).toEqual([
    ["0.0123 SOL a token, up 12.34% in a day", "up"],
    ["0.0123 SOL a token, down 0.5% in a day", "down"],
    ["0.0123 SOL a token, the same as a day ago", null],
  ]);
});
