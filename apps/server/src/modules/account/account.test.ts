import { type Mint, routes } from "@tribe/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../testing/code-of.ts";
import { codeFor, mailsSent, startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { appendMessages } from "../chat/index.ts";
import { setTwitter } from "../identity/index.ts";
import {
  type IndexedPerson,
  indexHolding,
  newIndexedPerson,
  newIndexedTribe,
} from "../indexer/testing/indexed-tribe.ts";
import { takeSeat } from "../membership/index.ts";
import { seats } from "../membership/schema.ts";
import { notificationSettings } from "../notifications/schema.ts";
import { walletSharings, wallets } from "../wallet/schema.ts";

const { account, identity } = routes;
let app: TestApp;
let chief: IndexedPerson;
let mint: Mint;
beforeAll(async () => {
  app = await startTestApp();
  chief = await newIndexedPerson(app);
  mint = await newIndexedTribe(app, chief.person.address, 12);
});
afterAll(() => app.stop());

/** A person with a seat. */
const newMember = async (tokens = 20n): Promise<IndexedPerson> => {
  const member = await newIndexedPerson(app);
  await indexHolding(app.ctx, mint, member.person.address, tokens);
  await app.ctx.db.transaction((tx) => takeSeat(tx, mint, member.person));
  return member;
};
const say = async ({ person }: IndexedPerson, text: string): Promise<void> => {
  const send = { mint, uid: person.uid, sessionId: null, clientId: crypto.randomUUID(), text };
  const [stored] = await appendMessages(app.ctx, [send]);
  if (!stored || !("seq" in stored)) throw new Error("the message was refused");
};
const codeToDelete = async (member: IndexedPerson): Promise<string> => {
  const { localUser } = await member.call(identity.signIn, { body: { loginMethod: "email" } });
  await member.call(account.startDeletion, {});
  return codeFor(app, localUser.email);
};

test("a block applies only to the blocker, is not reported to the blocked person, and is listed until removed", async () => {
  const [one, other] = [await newMember(), await newMember()];
  const { uid, address } = other.person;
  await one.call(account.block, { body: { uid } });
  await one.call(account.block, { body: { uid } });
  expect((await one.call(account.blocks, {})).blocks).toMatchObject([{ uid, address }]);
  expect((await other.call(account.blocks, {})).blocks).toEqual([]);
  expect((await other.call(routes.chat.mine, {})).chats).toHaveLength(1);
  await one.call(account.unblock, { body: { uid } });
  expect((await one.call(account.blocks, {})).blocks).toEqual([]);
});

test("people cannot block themselves or an unknown person", async () => {
  const one = await newMember();
  expect(await codeOf(one.call(account.block, { body: { uid: one.person.uid } }))).toBe("conflict");
  const nobody = `${one.person.uid.slice(0, -4)}zzzz` as typeof one.person.uid; // a valid id of nobody
  expect(await codeOf(one.call(account.block, { body: { uid: nobody } }))).toBe("not_found");
});

test("an account's export is one JSON file with only the person's own data, and without secrets", async () => {
  const [one, other] = [await newMember(), await newMember()];
  await say(one, "mine, to take along");
  await say(other, "somebody else's");
  await one.call(account.block, { body: { uid: other.person.uid } });
  const { session, deviceId } = one.credentials;
  const file = await one.call(account.exportData, {});
  const text = JSON.stringify(file);
  expect(file).toMatchObject({
    profile: { uid: one.person.uid, address: one.person.address },
    sessions: [{ id: session?.sessionId, network: "This machine" }],
    seats: [{ mint, state: "active" }],
    messages: [{ mint, text: "mine, to take along" }],
    blocked: [{ uid: other.person.uid }],
    transactions: [],
  });
  expect(text).not.toContain("somebody else's");
  for (const secret of [session?.accessToken, session?.sessionSecret, deviceId]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/hash|secret|share"/i);
});

test("only a mailed code for deletion deletes an account, not one for sign-in", async () => {
  const member = await newMember();
  const { localUser } = await member.call(identity.signIn, { body: { loginMethod: "email" } });
  const body = (code: string) => ({ body: { code } });
  expect(await codeOf(member.call(account.deleteAccount, body("123456")))).toBe("mail_code_expired");
  await app.ctx.db.execute(sql`delete from mail_sends`);
  await member.call(identity.startEmail, { body: { email: localUser.email } });
  const toSignIn = await codeFor(app, localUser.email);
  expect(await codeOf(member.call(account.deleteAccount, body(toSignIn)))).toBe("mail_code_expired");
  const code = await codeToDelete(member);
  // The mail says what the code is for.
  await mailsSent(app.ctx);
  expect(app.mails.at(-1)).toMatchObject({ subject: `${code} deletes your Tribe account` });
  const wrong = code === "000000" ? "000001" : "000000";
  expect(await codeOf(member.call(account.deleteAccount, body(wrong)))).toBe("mail_code_wrong");
  const device = await app.newDevice();
  expect(await codeOf(device.call(identity.verifyEmail, { body: { email: localUser.email, code } }))).toBe(
    "mail_code_expired",
  );
  expect((await member.call(identity.sessions, {})).sessions).toHaveLength(1);
});

test("a deleted account leaves only its messages; its seat, sessions, shares and names are deleted at once", async () => {
  const { db } = app.ctx;
  const tribe = await newIndexedTribe(app, chief.person.address, 12);
  const member = await newIndexedPerson(app);
  const { uid, address } = member.person;
  await indexHolding(app.ctx, tribe, address, 30n);
  await db.transaction((tx) => takeSeat(tx, tribe, member.person));
  await db.transaction((tx) => setTwitter(tx, uid, { id: `x-${uid}`, handle: "gone", name: "Gone" }, null));
  await db.insert(wallets).values({ uid, address, recovery: "mail_code" });
  const send = { mint: tribe, uid, sessionId: null, clientId: crypto.randomUUID(), text: "it stays" };
  await appendMessages(app.ctx, [send]);
  await member.call(routes.notifications.saveSettings, { body: { pushNotification: { newAirdrop: false } } });
  const { localUser } = await member.call(identity.signIn, { body: { loginMethod: "email" } });
  const code = await codeToDelete(member);

  await member.call(account.deleteAccount, { body: { code } });
  expect(await codeOf(member.call(identity.sessions, {}))).toBe("unauthorized");
  for (const table of [wallets, walletSharings, notificationSettings])
    expect(await db.select().from(table).where(eq(table.uid, uid))).toEqual([]);
  expect(await db.select().from(seats).where(eq(seats.uid, uid))).toEqual([]);
  const { messages } = await chief.call(routes.chat.messages, { query: { mint: tribe, limit: 10 } });
  expect(messages).toMatchObject([
    { text: "it stays", author: { uid, displayName: "Deleted account", address: null, pfp: null } },
  ]);
  expect(await codeOf(chief.call(identity.userProfile, { query: { address } }))).toBe("not_found");
  const row = JSON.stringify((await db.execute(sql`select * from people where uid = ${uid}`)).rows);
  for (const gone of [localUser.email, address, "Gone", "gone"]) expect(row).not.toContain(gone);
  // The mailbox and the X account are free; a later sign-in creates a new person.
  await db.execute(sql`delete from mail_sends`);
  const again = await app.newPerson(localUser.email);
  const { localUser: newcomer } = await again.call(identity.signIn, { body: { loginMethod: "email" } });
  expect(newcomer).toMatchObject({ address: null });
  expect(newcomer.uid).not.toBe(uid);
  await db.transaction((tx) => setTwitter(tx, newcomer.uid, { id: `x-${uid}`, handle: "back", name: "Back" }, null));
});

test("the seat of a deleted account goes to the next in line", async () => {
  const tribe = await newIndexedTribe(app, chief.person.address, 12);
  const people: IndexedPerson[] = [];
  for (let index = 0; index < 13; index += 1) {
    const one = await newIndexedPerson(app);
    await indexHolding(app.ctx, tribe, one.person.address, 10n + BigInt(index));
    await app.ctx.db.transaction((tx) => takeSeat(tx, tribe, one.person));
    people.push(one);
  }
  const [first, last] = [people[0], people[12]];
  if (!first || !last) throw new Error("nobody");
  const stateOf = async ({ person }: IndexedPerson) =>
    (await app.ctx.db.select().from(seats).where(eq(seats.uid, person.uid)))[0]?.state;
  expect(await stateOf(first)).toBe("expired");
  await last.call(account.deleteAccount, { body: { code: await codeToDelete(last) } });
  expect([await stateOf(first), await stateOf(last)]).toEqual(["active", undefined]);
});
