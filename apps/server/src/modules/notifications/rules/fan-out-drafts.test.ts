import { type Mint, type NotificationSettingsChange, notificationSettingsOf, type Uid } from "@tribe/contract";
import { expect, test } from "vitest";
import { type FanOut, fanOutDraft } from "./fan-out-drafts.ts";
import type { FanOutReceiver } from "./receivers.ts";

const mint = "tribe" as Mint; // any text does
const now = Date.parse("2026-03-01T12:00:00Z");
const at = "2026-03-01T11:00:00.000Z";
const gift = { mint, symbol: "TRB", decimals: 6, amount: "1500000" };
const news = { type: "system", id: "1", text: "News", route: "/", isMailed: true, at } as const;
const airdrop = { type: "airdrop", taskId: "2", at } as const;
const created = { type: "token_created", mint, at } as const;
const wantsTribes = { pushNotification: { newTribesCreated: true } };

const person = (chosen: NotificationSettingsChange = {}, changes: Partial<FanOutReceiver> = {}): FanOutReceiver => ({
  uid: "ann" as Uid,
  settings: notificationSettingsOf(chosen),
  hasPush: true,
  ...changes,
});

test.each<readonly [string, FanOut, FanOutReceiver, object | null]>([
  ["news, with a push and a mail", news, person(), { key: "system:1", push: true, mail: true }],
  ["news that the operator does not mail", { ...news, isMailed: false }, person(), { mail: false }],
  [
    "news that the person wants no mail of",
    news,
    person({ delivery: { announcementsByMail: false } }),
    { mail: false },
  ],
  ["news without a browser for pushes", news, person({}, { hasPush: false }), { push: false }],
  [
    "what an airdrop brought",
    airdrop,
    person({}, { gift }),
    { key: "airdrop:2", subject: { type: "airdrop", ...gift }, push: true, mail: false },
  ],
  [
    "what an airdrop of a token without a symbol brought",
    airdrop,
    person({}, { gift: { ...gift, symbol: null } }),
    { subject: { type: "airdrop", ...gift, symbol: "tokens" } },
  ],
  ["nothing of an airdrop that brought nothing", airdrop, person(), null],
  [
    "no new Tribe to people who do not want it",
    created,
    person({ pushNotification: { newTribesCreated: false } }),
    null,
  ],
  [
    "a new Tribe, pushed at the person's hour",
    created,
    person({ ...wantsTribes, delivery: { summaryHour: 18, timeZone: "UTC" } }),
    { key: "created", subject: { type: "token_created", mints: [mint] }, pushAt: new Date("2026-03-01T18:00:00Z") },
  ],
])("reports %s", (_what, what, receiver, expected) => {
  const draft = fanOutDraft(what, receiver, now);
  if (expected === null) expect(draft).toBeNull();
  else expect(draft).toMatchObject({ uid: receiver.uid, count: 1, at: new Date(at), isSeen: false, ...expected });
});
