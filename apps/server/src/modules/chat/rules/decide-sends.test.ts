import {
  type Address,
  ApiError,
  type ApiErrorCode,
  type Attachment,
  type MembershipState,
  type MessageId,
  type Mint,
  messageRate,
  newcomerLimits,
  type Uid,
} from "@tribe/contract";
import { describe, expect, test } from "vitest";
import type { ParentRow } from "../schema.ts";
import { type ChannelHead, decideSends, type KnownSend, parentKey, type SendState } from "./decide-sends.ts";
import { accessKey } from "./mentions.ts";
import type { Send } from "./send.ts";
import { noWrites } from "./write-limits.ts";

const now = 1_800_000_000_000;
// Names instead of real ids: the rules only compare them.
const mint = "tribe" as Mint;
const other = "another tribe" as Mint;
const [ann, ben, chief] = ["ann" as Uid, "ben" as Uid, "chief" as Uid];
const chiefAddress = "chief's wallet" as Address;
const longAgo = now - newcomerLimits.seconds * 1_000;
const full = { tokens: messageRate.burst, filledAt: now };
const head: ChannelHead = {
  rules: { slowMode: 0, onlyChiefWrites: false },
  seq: 40,
  number: 20,
  allowance: { tokens: 100, filledAt: now },
};

const send = (changes: Partial<Send> = {}): Send => ({
  mint,
  uid: ann,
  sessionId: "session",
  clientId: "first",
  text: "hello",
  ...changes,
});
const member = (changes: Partial<KnownSend> = {}): KnownSend => ({
  state: "active",
  creator: chiefAddress,
  joinedAt: longAgo,
  before: null,
  ...changes,
});
const asState = (state: MembershipState) => ({ known: [member({ state })] });
const withHead = (changes: Partial<ChannelHead>) => ({ heads: new Map([[mint, { ...head, ...changes }]]) });
const newcomer = { known: [member({ joinedAt: now - 1_000 })] };
const parent: ParentRow = {
  mint,
  number: 3,
  seq: 5,
  id: "parent" as MessageId,
  kind: "text",
  text: "a question",
  authorUid: ben,
  deletedAt: null,
};
const picture = { id: "picture", kind: "image" } as Attachment; // only these are read
const files = (uid: Uid, where: Mint) => ({ files: new Map([["picture", { uid, mint: where, attachment: picture }]]) });

const stateOf = (sends: readonly Send[], changes: Partial<SendState>): SendState => ({
  heads: new Map([[mint, head]]),
  skipsLocked: false,
  authors: new Map([
    [ann, { address: null }],
    [ben, { address: "ben's wallet" as Address }],
    [chief, { address: chiefAddress }],
  ]),
  endedSessions: new Set(),
  known: sends.map(() => member()),
  ids: sends.map((_, index) => `message ${index + 1}` as MessageId),
  allowances: new Map([
    [ann, full],
    [ben, full],
  ]),
  parents: new Map(),
  strangers: new Set(),
  writes: new Map(),
  files: new Map(),
  ...changes,
});
const decide = (sends: readonly Send[], changes: Partial<SendState> = {}) =>
  decideSends(stateOf(sends, changes), sends, now);
const namesOf = (answers: ReturnType<typeof decide>["answers"]) =>
  answers.map((answer) => (answer instanceof ApiError ? answer.code : (answer?.id ?? null)));

/** What is sent, what is known, and the refusal; null for a stored message. */
const cases: readonly [string, Partial<Send>, Partial<SendState>, ApiErrorCode | null][] = [
  ["a member's message", {}, {}, null],
  ["the Chief's, without a seat", { uid: chief }, asState("none"), null],
  ["a message to an unknown Tribe", { mint: other }, {}, "not_found"],
  ["one from a session that has ended", {}, { endedSessions: new Set(["session"]) }, "unauthorized"],
  ["one from an authenticated caller", { sessionId: null }, { endedSessions: new Set(["session"]) }, null],
  ["one from somebody without a seat", {}, asState("none"), "not_a_member"],
  ["one from somebody who lost the seat", {}, asState("expired"), "not_a_member"],
  ["one from somebody who is blocked", {}, asState("banned"), "banned"],
  ["one from a deleted account", {}, { authors: new Map() }, "not_a_member"],
  ["an empty text", { text: " \n" }, {}, "message_empty"],
  ["an own picture without a text", { text: "", attachments: ["picture"] }, files(ann, mint), null],
  ["an unknown picture", { attachments: ["picture"] }, {}, "attachment_unusable"],
  ["somebody else's picture", { attachments: ["picture"] }, files(ben, mint), "attachment_unusable"],
  ["a picture for another Tribe", { attachments: ["picture"] }, files(ann, other), "attachment_unusable"],
  ["a reply", { replyTo: parent.id }, { parents: new Map([[parentKey(mint, parent.id), parent]]) }, null],
  ["a reply to a missing message", { replyTo: parent.id }, {}, "not_found"],
  [
    "a reply to a message of another Tribe",
    { replyTo: parent.id },
    { parents: new Map([[parentKey(other, parent.id), parent]]) },
    "not_found",
  ],
  [
    "a member's where only the Chief writes",
    {},
    withHead({ rules: { slowMode: 0, onlyChiefWrites: true } }),
    "only_chief_writes",
  ],
  [
    "the Chief's where only the Chief writes",
    { uid: chief },
    withHead({ rules: { slowMode: 30, onlyChiefWrites: true } }),
    null,
  ],
  [
    "a second one in slow mode",
    {},
    {
      ...withHead({ rules: { slowMode: 30, onlyChiefWrites: false } }),
      writes: new Map([[accessKey(mint, ann), { ...noWrites, lastSentAt: now - 1_000 }]]),
    },
    "slow_mode",
  ],
  ["a newcomer's text", {}, newcomer, null],
  [
    "one link too many of a newcomer",
    { text: "https://example.com" },
    { ...newcomer, writes: new Map([[accessKey(mint, ann), { ...noWrites, links: newcomerLimits.links }]]) },
    "newcomer_limited",
  ],
  ["one too many of a person", {}, { allowances: new Map([[ann, { tokens: 0, filledAt: now }]]) }, "too_many_requests"],
  ["one too many in a Tribe", {}, withHead({ allowance: { tokens: 0, filledAt: now } }), "too_many_requests"],
];

describe("one send", () => {
  for (const [title, sent, known, refusal] of cases)
    test(`${title}: ${refusal ?? "stored"}`, () => {
      const { answers, drafts, heads, allowances } = decide([send(sent)], known);
      expect(namesOf(answers)).toEqual([refusal ?? "message 1"]);
      expect([drafts.length, heads.size, allowances.size]).toEqual(refusal ? [0, 0, 0] : [1, 1, 1]);
    });

  test("in a chat that another transaction has locked, nothing is decided", () => {
    expect(decide([send()], { heads: new Map(), skipsLocked: true }).answers).toEqual([null]);
  });

  test("a message that is stored already has the same answer, whatever rules apply now", () => {
    const before = { id: "stored before" as MessageId, seq: 7 };
    const rules = withHead({ rules: { slowMode: 30, onlyChiefWrites: true }, allowance: { tokens: 0, filledAt: now } });
    const decision = decide([send()], { ...rules, known: [member({ before })] });
    expect(decision).toEqual({
      answers: [before],
      drafts: [],
      heads: new Map(),
      allowances: new Map(),
      writes: [],
      files: [],
    });
  });
});

describe("a batch", () => {
  test("each message has the next numbers of its Tribe", () => {
    const sends = [send(), send({ mint: other, uid: ben }), send({ uid: ben, clientId: "second" })];
    const heads = new Map([
      [mint, head],
      [other, { ...head, seq: 8, number: 4 }],
    ]);
    const decision = decide(sends, { heads });
    expect(decision.drafts.map(({ row }) => [row.mint, row.seq, row.number])).toEqual([
      [mint, 41, 21],
      [other, 9, 5],
      [mint, 42, 22],
    ]);
    expect(decision.answers).toEqual([
      { id: "message 1", seq: 41 },
      { id: "message 2", seq: 9 },
      { id: "message 3", seq: 42 },
    ]);
    expect(decision.heads.get(mint)).toMatchObject({ seq: 42, number: 22, allowance: { tokens: 98 } });
  });

  test("the same client id twice is one message and uses one allowance", () => {
    const decision = decide([send(), send({ text: "hello again" })]);
    expect(namesOf(decision.answers)).toEqual(["message 1", "message 1"]);
    expect(decision.drafts.map(({ row }) => row.text)).toEqual(["hello"]);
    expect(decision.allowances.get(ann)?.tokens).toBe(messageRate.burst - 1);
  });

  test("the same client id of another person is another message", () => {
    expect(namesOf(decide([send(), send({ uid: ben })]).answers)).toEqual(["message 1", "message 2"]);
  });

  test("a refused send uses no number and no allowance", () => {
    const decision = decide([send({ text: "" }), send({ clientId: "second" })]);
    expect(decision.answers.at(1)).toEqual({ id: "message 2", seq: 41 });
    expect(decision.allowances.get(ann)?.tokens).toBe(messageRate.burst - 1);
  });

  test("a person's burst ends within it", () => {
    const sends = Array.from({ length: messageRate.burst + 1 }, (_, index) => send({ clientId: `${index}` }));
    expect(namesOf(decide(sends).answers).slice(-2)).toEqual([`message ${messageRate.burst}`, "too_many_requests"]);
  });

  test("a file goes out with one message only", () => {
    const sends = ["first", "second"].map((clientId) => send({ clientId, attachments: ["picture"] }));
    const decision = decide(sends, files(ann, mint));
    expect(namesOf(decision.answers)).toEqual(["message 1", "attachment_unusable"]);
    expect(decision.files).toEqual([{ id: "picture", messageId: "message 1" }]);
    expect(decision.drafts[0]?.row).toMatchObject({ kind: "image", attachments: [picture] });
  });

  test("slow mode and a newcomer's links are counted within it", () => {
    const slow = withHead({ rules: { slowMode: 30, onlyChiefWrites: false } });
    expect(namesOf(decide([send(), send({ clientId: "second" })], slow).answers)).toEqual(["message 1", "slow_mode"]);
    const links = Array.from({ length: newcomerLimits.links + 1 }, (_, index) =>
      send({ clientId: `${index}`, text: "see https://example.com" }),
    );
    const decision = decide(links, { known: links.map(() => member({ joinedAt: now - 1_000 })) });
    expect(namesOf(decision.answers).at(-1)).toBe("newcomer_limited");
    expect(decision.writes).toEqual([{ mint, uid: ann, lastSentAt: now, links: newcomerLimits.links, files: 0 }]);
  });

  test("writes are counted only where a limit applies", () => {
    expect(decide([send()]).writes).toEqual([]);
    expect(decide([send()], newcomer).writes).toEqual([]);
  });
});

test("a message mentions only people who may read it", () => {
  const mentions = [
    { start: 0, length: 4, uid: ben },
    { start: 5, length: 6, uid: chief },
  ];
  const { drafts } = decide([send({ text: "@ben @chief", mentions })], { strangers: new Set([accessKey(mint, ben)]) });
  expect(drafts[0]?.row.mentions).toEqual([mentions[1]]);
});

test("half of a surrogate pair is replaced, since PostgreSQL can't store it", () => {
  expect(decide([send({ text: "half \ud83d" })]).drafts[0]?.row.text).toBe("half \ufffd");
});
