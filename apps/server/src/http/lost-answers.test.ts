import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  type ApiErrorCode,
  isApiErrorCode,
  lamports,
  type MessageId,
  maxBlocks,
  type Route,
  routes,
  tokenUnits,
  type Uid,
  unitsPerToken,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { messageAllowances } from "../modules/chat/schema.ts";
import { appendMessages } from "../modules/chat/sending/append-messages.ts";
import {
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../modules/indexer/testing/test-world.ts";

// Every changing call, repeated because its answer was lost: the result of the second one. The page's client never repeats
// such a call by itself; a person does, and so does code that waits for a transaction.

/** What the second call gets: the same answer, an equivalent new one, or an error code. */
type Second = "same" | "fresh" | ApiErrorCode;

interface Row {
  readonly second: Second;
  /** The reason; for an error, which code handles it. */
  readonly by: string;
  /** Prepares a situation for this call. @returns the call */
  readonly ready?: () => Promise<() => Promise<unknown>>;
  /** The test that covers it, below `modules`, when it needs more than this file provides. */
  readonly seen?: string;
}

let world: TestWorld;
let tribe: TestTribe;
let member: TestPerson;
beforeAll(async () => {
  world = await startTestWorld();
  tribe = await world.newTribe(1n);
  member = await newMember();
});
afterAll(() => world.stop());

const newMember = async (): Promise<TestPerson> => {
  const person = await world.newPerson();
  await world.buy(person, tribe, 12n);
  await person.call(routes.chat.join, { body: { mint: tribe.mint } });
  return person;
};
const say = async ({ uid }: TestPerson): Promise<MessageId> => {
  const send = { mint: tribe.mint, uid: uid as Uid, sessionId: null, clientId: randomUUID(), text: "hi" };
  // The same person sends messages for many rows, above the rate limit.
  await world.app.ctx.db.delete(messageAllowances);
  const [stored] = await appendMessages(world.app.ctx, [send]);
  if (!stored || "code" in stored) throw stored ?? new Error("nothing was stored");
  return stored.id;
};
const prepareCreation = (person: TestPerson) => {
  const wish = { name: person.name, symbol: "PER", pfpUrl: "https://pictures.example.test/a.png" };
  const body = { ...wish, amountInLamports: tokenUnits(0n), idempotencyKey: randomUUID() };
  return () => person.call(routes.factory.prepareCreation, { body });
};
const prepareTrade = (person: TestPerson) => {
  const { mint, tokenId } = tribe;
  const order = { tradeType: "BUY_WITH_FIXED_TOKEN", tokenAmountInLamports: tokenUnits(unitsPerToken) } as const;
  const body = { idempotencyKey: randomUUID(), mint, tokenId, ...order };
  return () => person.call(routes.factory.prepareTrade, { body });
};
const prepareTransfer = (person: TestPerson) => {
  const body = { idempotencyKey: randomUUID(), recipient: member.address, amount: lamports(1n) };
  return () => person.call(routes.transfers.prepare, { body });
};
const aboutMessage =
  (ask: (message: { mint: TestTribe["mint"]; messageId: MessageId }) => () => Promise<unknown>) => async () =>
    ask({ mint: tribe.mint, messageId: await say(member) });

const byKey = "the idempotency key";
const byState = "what it asks for is so already";
const replaces = "a later one takes the place of the earlier, or lies beside it unused";
const proofs = "each call takes a new proof of the device; what was done counts as done";

const rows: Readonly<Record<string, Row>> = {
  "factory.prepareCreation": { second: "same", by: byKey, ready: async () => prepareCreation(await world.newPerson()) },
  "factory.submitCreation": {
    second: "same",
    by: "the signature that is stored",
    ready: async () => {
      const person = await world.newPerson();
      const { tokenId, message } = await prepareCreation(person)();
      const signature = await person.sign(message);
      return () => person.call(routes.factory.submitCreation, { body: { tokenId, signature } });
    },
  },
  "factory.prepareTrade": { second: "same", by: byKey, ready: async () => prepareTrade(await world.newPerson()) },
  "factory.submitTrade": {
    second: "same",
    by: "the signature that is stored",
    ready: async () => {
      const person = await world.newPerson();
      const { ticket, message } = await prepareTrade(person)();
      const signature = await person.sign(message);
      return () => person.call(routes.factory.submitTrade, { body: { ticket, signature } });
    },
  },
  "factory.convert": { second: "same", by: byKey, seen: "factory/convert.test.ts" },
  "transfers.prepare": { second: "same", by: byKey, ready: async () => prepareTransfer(await world.newPerson()) },
  "transfers.closeAccounts": { second: "same", by: byKey, seen: "transfers/close-accounts.test.ts" },
  "transactions.confirm": {
    second: "same",
    by: "the signature that is stored",
    ready: async () => {
      const person = await world.newPerson();
      const { callbackTicket, transaction: message } = await prepareTransfer(person)();
      const body = { callbackTicket, message, signature: await person.sign(message) };
      return () => person.call(routes.transactions.confirm, { body });
    },
  },
  "claim.prepare": { second: "same", by: byKey, seen: "claim/claim.test.ts" },
  "airdrop.create": {
    second: "airdrop_open",
    by: "a Tribe has one at a time, and the page goes on with it",
    seen: "airdrop/airdrop.test.ts",
  },
  "airdrop.send": {
    second: "same",
    by: "what was prepared and not signed is prepared again",
    seen: "airdrop/testing/sign-airdrop.ts",
  },
  "airdrop.submit": {
    second: "same",
    by: "the signature that is stored",
    seen: "airdrop/testing/sign-airdrop.ts",
  },
  "airdrop.terminate": { second: "same", by: byState, seen: "airdrop/airdrop.test.ts" },
  "fund.startCard": {
    second: "fresh",
    by: "an order that nobody pays stays open",
    ready: async () => {
      const body = { amount: lamports(1_000_000_000n), returnTo: "/" };
      return () => member.call(routes.fund.startCard, { body });
    },
  },

  "chat.join": {
    second: "same",
    by: byState,
    ready: async () => {
      const person = await world.newPerson();
      await world.buy(person, tribe, 12n);
      return () => person.call(routes.chat.join, { body: { mint: tribe.mint } });
    },
  },
  "chat.ban": {
    second: "same",
    by: byState,
    ready: async () => {
      const { address } = await newMember();
      return () => tribe.chief.call(routes.chat.ban, { body: { mint: tribe.mint, address } });
    },
  },
  "chat.unban": {
    second: "same",
    by: byState,
    ready: async () => {
      const { address } = await newMember();
      await tribe.chief.call(routes.chat.ban, { body: { mint: tribe.mint, address } });
      return () => tribe.chief.call(routes.chat.unban, { body: { mint: tribe.mint, address } });
    },
  },
  "chat.manage": {
    second: "same",
    by: byState,
    ready: async () => () => tribe.chief.call(routes.chat.manage, { body: { mint: tribe.mint, groupSize: 99 } }),
  },
  "chat.pin": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => tribe.chief.call(routes.chat.pin, { body })),
  },
  "chat.react": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => tribe.chief.call(routes.chat.react, { body: { ...body, kind: "like" } })),
  },
  "chat.unreact": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => tribe.chief.call(routes.chat.unreact, { body: { ...body, kind: "like" } })),
  },
  "chat.editMessage": { second: "same", by: byState, seen: "chat/changes.test.ts" },
  "chat.deleteMessage": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => member.call(routes.chat.deleteMessage, { body })),
  },
  "chat.removeLinkPreview": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => member.call(routes.chat.removeLinkPreview, { body })),
  },
  "chat.report": {
    second: "same",
    by: byState,
    ready: aboutMessage((body) => () => tribe.chief.call(routes.chat.report, { body: { ...body, reason: "spam" } })),
  },
  "live.start": { second: "same", by: "a Tribe has one at a time", seen: "live/live.test.ts" },
  "live.token": { second: "fresh", by: replaces, seen: "live/live.test.ts" },

  "account.block": {
    second: "same",
    by: byState,
    ready: async () => {
      // The last one within the limit.
      const person = await world.newPerson();
      await world.app.ctx.db.execute(sql`
        insert into blocks (uid, blocked_uid) select ${person.uid}, 'nobody-' || n from generate_series(2, ${maxBlocks}) as n`);
      return () => person.call(routes.account.block, { body: { uid: member.uid as Uid } });
    },
  },
  "account.unblock": {
    second: "same",
    by: byState,
    ready: async () => () => member.call(routes.account.unblock, { body: { uid: tribe.chief.uid as Uid } }),
  },
  "account.startDeletion": {
    second: "too_many_requests",
    by: "the mail is on its way, and the next one has its pace",
    ready: async () => {
      const person = await world.newPerson();
      return () => person.call(routes.account.startDeletion, {});
    },
  },
  "account.deleteAccount": {
    second: "unauthorized",
    by: "there is no such session any more, and the page ends it",
    seen: "account/account.test.ts",
  },

  "identity.createDevice": {
    second: "fresh",
    by: "a device that nobody uses is swept",
    ready: async () => () => member.call(routes.identity.createDevice, {}),
  },
  "identity.startEmail": {
    second: "too_many_requests",
    by: "the mail is on its way, and the next one has its pace",
    ready: async () => {
      const device = await world.app.newDevice();
      const body = { email: `${randomUUID()}@example.test` };
      return () => device.call(routes.identity.startEmail, { body });
    },
  },
  "identity.verifyEmail": {
    second: "mail_code_expired",
    by: "a code works once: the person asks for another one",
    seen: "identity/sign-in-codes.test.ts",
  },
  "identity.startGoogle": { second: "fresh", by: replaces, seen: "identity/google.test.ts" },
  "identity.finishGoogle": {
    second: "google_denied",
    by: "what came back works once: the person begins again",
    seen: "identity/google.test.ts",
  },
  "identity.linkGoogle": {
    second: "google_denied",
    by: "the link is made: the person signs in with Google",
    seen: "identity/google.test.ts",
  },
  "identity.rotateSession": {
    second: "unauthorized",
    by: "the old secrets end with the commit: the person signs in again",
    ready: async () => {
      const person = await world.newPerson();
      return () => person.call(routes.identity.rotateSession, {});
    },
  },
  "identity.signOut": {
    second: "unauthorized",
    by: "there is no such session any more, and the page ends it",
    ready: async () => {
      const person = await world.newPerson();
      return () => person.call(routes.identity.signOut, {});
    },
  },
  "identity.endSession": {
    second: "not_found",
    by: "one that is gone counts as ended on the page",
    seen: "identity/identity.test.ts",
  },
  "identity.endOtherSessions": {
    second: "same",
    by: byState,
    ready: async () => () => member.call(routes.identity.endOtherSessions, {}),
  },
  "identity.signIn": {
    second: "same",
    by: byState,
    ready: async () => {
      const person = await world.newPerson();
      return () => person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
    },
  },
  "identity.updateUser": {
    second: "same",
    by: byState,
    ready: async () => () => member.call(routes.identity.updateUser, { body: { bio: "hello" } }),
  },

  "notifications.markRead": {
    second: "same",
    by: byState,
    ready: async () => () => member.call(routes.notifications.markRead, { body: { ids: null } }),
  },
  "notifications.removePushDevice": { second: "same", by: byState, seen: "notifications/push/push.test.ts" },
  "notifications.resumeMail": { second: "same", by: byState, seen: "notifications/mail/mail.test.ts" },
  "notifications.saveAlarm": { second: "same", by: byState, seen: "notifications/alarms.test.ts" },
  "notifications.saveSettings": { second: "same", by: byState, seen: "notifications/notifications.test.ts" },
  "notifications.subscribePush": { second: "same", by: byState, seen: "notifications/push/push.test.ts" },
  "notifications.testPush": {
    second: "same",
    by: "it pushes again, which is what was asked",
    seen: "notifications/push/push.test.ts",
  },
  "notifications.unsubscribeMail": { second: "same", by: byState, seen: "notifications/mail/mail.test.ts" },
  "notifications.unsubscribePush": { second: "same", by: byState, seen: "notifications/push/push.test.ts" },
  "share.image": { second: "fresh", by: replaces, seen: "share/share.test.ts" },

  "social.startX": {
    second: "fresh",
    by: replaces,
    ready: async () => () => member.call(routes.social.startX, { body: { returnTo: "/" } }),
  },
  "social.unlinkX": {
    second: "same",
    by: byState,
    ready: async () => {
      const person = await world.newPerson();
      return () => person.call(routes.social.unlinkX, {});
    },
  },
  "social.startFarcaster": { second: "fresh", by: replaces, seen: "social/farcaster.test.ts" },
  "social.finishFarcaster": { second: "same", by: "what came of it is kept", seen: "social/farcaster.test.ts" },
  "social.unlinkFarcaster": {
    second: "same",
    by: byState,
    ready: async () => () => member.call(routes.social.unlinkFarcaster, {}),
  },
  "system.realtimeToken": {
    second: "fresh",
    by: replaces,
    ready: async () => () => member.call(routes.system.realtimeToken, {}),
  },
  "system.log": { second: "same", by: "the line stands there twice", seen: "../http/hostile-text.test.ts" },
};

/** The wallet's tests cover lost answers of each of its calls, at each of its steps. */
const ofWallet: Row = { second: "same", by: proofs, seen: "wallet/wallet.test.ts" };

const changing = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries<Route>(members).flatMap(([name, { method }]) => (method === "GET" ? [] : [`${group}.${name}`])),
);
const rowOf = (name: string): Row | undefined => rows[name] ?? (name.startsWith("wallet.") ? ofWallet : undefined);

test("every call that changes something has its row, and every row its test", async () => {
  expect(changing.filter((name) => !rowOf(name))).toEqual([]);
  expect(Object.keys(rows).filter((name) => !changing.includes(name))).toEqual([]);
  const untested: string[] = [];
  for (const name of changing) {
    const { ready, seen } = rowOf(name) ?? {};
    const text = seen ? await readFile(new URL(`../modules/${seen}`, import.meta.url), "utf8").catch(() => "") : "";
    if (!ready && !text.includes(name.split(".")[1] ?? name)) untested.push(name);
  }
  expect(untested.filter((name) => !name.startsWith("wallet."))).toEqual([]);
});

const answerTo = (ask: () => Promise<unknown>) =>
  ask().then(
    (answer) => ({ answer }),
    (error: { readonly code?: ApiErrorCode }) => ({ code: error.code }),
  );
const tried = changing.flatMap((name) => {
  const { second, ready } = rowOf(name) ?? {};
  return second && ready ? [{ name, second, ready }] : [];
});

test.each(tried)("$name made again after its answer was lost: $second", async ({ second, ready }) => {
  const ask = await ready();
  const first = await answerTo(ask);
  expect(first).toHaveProperty("answer");
  const again = await answerTo(ask);
  if (second === "same") expect(again).toEqual(first);
  else if (second === "fresh") expect(again).toHaveProperty("answer");
  else expect(again).toEqual({ code: second });
});

const kept = tried.filter(({ second }) => second !== "fresh" && !isApiErrorCode(second));
test.each(kept)("$name made again while the first is on its way gets the same answer", async ({ ready }) => {
  const ask = await ready();
  const [first, ...others] = await Promise.all([answerTo(ask), answerTo(ask), answerTo(ask)]);
  expect(first).toHaveProperty("answer");
  for (const other of others) expect(other).toEqual(first);
});
