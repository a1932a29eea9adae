import {
  type MessageId,
  type Mint,
  notificationSettingsOf,
  type TribeNotificationMode,
  type Uid,
} from "@tribe/contract";
import { describe, expect, test } from "vitest";
import { messageDrafts, reactionDrafts } from "./chat-drafts.ts";
import type { SentMessage } from "./chat-events.ts";
import type { ChatReceiver } from "./receivers.ts";

// Names instead of real ids: the rules only compare them.
const mint = "tribe" as Mint;
const [ann, ben, cleo] = ["ann" as Uid, "ben" as Uid, "cleo" as Uid];

const message = (number: number, changes: Partial<SentMessage> = {}): SentMessage => ({
  mint,
  number,
  author: { uid: ben },
  replyTo: null,
  mentions: [],
  sentAt: number,
  ...changes,
});
const reader = (changes: Partial<ChatReceiver> = {}): ChatReceiver => ({
  uid: ann,
  mint,
  settings: notificationSettingsOf(null),
  hasPush: true,
  isChief: false,
  blocked: new Set(),
  isVisible: false,
  ...changes,
});
const withMode = (mode: TribeNotificationMode) =>
  reader({ settings: notificationSettingsOf({ tribeSettings: { [mint]: mode } }) });
const answer = message(3, { replyTo: { author: { uid: ann } } });
const mention = message(4, { mentions: [{ uid: ann }] });

describe("notices of messages", () => {
  test("are one for all that address nobody, and one for each answer and mention", () => {
    const drafts = messageDrafts([message(1), message(2), answer, mention, message(5)], [reader()]);
    expect(drafts.map(({ key, subject, count }) => ({ key, subject, count }))).toEqual([
      { key: "reply:tribe:3", subject: { type: "chat_reply", mint, number: 3, isMention: false }, count: 1 },
      { key: "reply:tribe:4", subject: { type: "chat_reply", mint, number: 4, isMention: true }, count: 1 },
      { key: "message:tribe", subject: { type: "chat_new_message", mint, from: 1, number: 5 }, count: 3 },
    ]);
  });

  test.each<readonly [string, ChatReceiver, readonly string[]]>([
    ["whoever reads other chats only", reader({ mint: "another" as Mint }), []],
    ["their own author", reader({ uid: ben }), []],
    ["whoever has blocked the author", reader({ blocked: new Set([ben]) }), []],
    ["whoever has muted the Tribe", withMode("mute"), []],
    ["whoever wants answers only", withMode("replies"), ["reply:tribe:3 pushed"]],
    ["whoever has the chat open", reader({ isVisible: true }), ["reply:tribe:3 seen"]],
    ["whoever has no browser for pushes", reader({ hasPush: false }), ["reply:tribe:3", "message:tribe"]],
    ["everybody else", reader(), ["reply:tribe:3 pushed", "message:tribe pushed"]],
  ])("to %s", (_who, receiver, expected) => {
    const drafts = messageDrafts([message(1), answer], [receiver]);
    expect(drafts.map(({ key, push, isSeen }) => `${key}${push ? " pushed" : ""}${isSeen ? " seen" : ""}`)).toEqual(
      expected,
    );
  });
});

describe("notices of reactions", () => {
  const id = "message" as MessageId;
  const authors = [{ id, mint, number: 7, authorUid: ann }];
  const given = { mint, messageId: id, uid: cleo, at: 1 };

  test.each<readonly [string, Partial<typeof given>, ChatReceiver, readonly string[]]>([
    ["go to the message's author", {}, reader(), ["ann reaction:tribe:7"]],
    ["do not go to other readers", {}, reader({ uid: ben }), []],
    ["are not about the author's own", { uid: ann }, reader(), []],
    ["are not about somebody whom the author has blocked", {}, reader({ blocked: new Set([cleo]) }), []],
    ["are not about unknown messages", { messageId: "another" as MessageId }, reader(), []],
    ["do not go to whoever has muted the Tribe", {}, withMode("mute"), []],
  ])("%s", (_what, changes, receiver, expected) => {
    const drafts = reactionDrafts([{ ...given, ...changes }], authors, [receiver]);
    expect(drafts.map(({ uid, key }) => `${uid} ${key}`)).toEqual(expected);
  });
});
