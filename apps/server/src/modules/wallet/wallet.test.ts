import { generateKeyPairSync } from "node:crypto";
import { verifySignature } from "@tribe/chain/transactions";
import {
  type Address,
  createApiClient,
  handleStatementSeconds,
  handleStatementText,
  routes,
  type SocialAccount,
  type UnsignedStatement,
  uidSchema,
  walletActions,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { attestationSigner } from "../../engines/keys/attestation.ts";
import { mailsSent, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";
import { readRecord, writeRecord } from "./record.ts";
import { newWallet, type Owner, share, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let server: TestApp;
const { openFrame, newOwner, newPair, signInAgain, linkOf, leaveUnused, refresh, askAndOpen, waitForWallet } =
  walletFrames(() => server);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

test("a wallet comes to be in two phases, and its address is the person's", async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  const owner = newWallet();
  await frame.store(owner);
  expect(await frame.call(wallet.wallet, {})).toMatchObject({
    address: null,
    devices: [{ version: 1, state: "pending" }],
  });
  expect((await frame.fetchShare()).serverShare).toBe(share(1));
  expect(await frame.confirm()).toEqual({ address: owner.address });
  expect(await frame.confirm()).toEqual({ address: owner.address });
  expect(await frame.call(wallet.wallet, {})).toMatchObject({ address: owner.address, recovery: "mail_link" });
  const { localUser } = await person.call(routes.identity.signIn, { body: { loginMethod: "email" } });
  expect(localUser).toMatchObject({ address: owner.address, displayName: owner.address.slice(0, 6) });
});

test("a crash between the phases locks nobody out: the old sharing stays until the new one is confirmed", async () => {
  const frame = await openFrame(await server.newPerson());
  const owner = newWallet();
  await frame.store(owner);
  await frame.confirm();
  await frame.store(owner, 2);
  expect(await frame.fetchShare()).toEqual({ serverShare: share(1), version: 1 });
  expect(await frame.fetchShare(2)).toEqual({ serverShare: share(2), version: 2 });
  await frame.store(owner, 2);
  await frame.confirm(2);
  expect(await frame.fetchShare()).toEqual({ serverShare: share(2), version: 2 });
  await expect(frame.fetchShare(1)).rejects.toMatchObject({ code: "device_unknown" });
  await expect(frame.store(owner, 2)).rejects.toMatchObject({ code: "conflict" });
});

test("a device that does not hold the key gets no share", async () => {
  const frame = await openFrame(await server.newPerson());
  await frame.store(newWallet());
  await frame.confirm();
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const forged = await frame.prove(walletActions.share, stranger);
  const body = { devicePublicKey: frame.devicePublicKey, device: forged };
  await expect(frame.call(wallet.fetchShare, { body })).rejects.toMatchObject({ code: "device_unknown" });
  const otherAction = await frame.prove(walletActions.confirm);
  await expect(frame.call(wallet.fetchShare, { body: { ...body, device: otherAction } })).rejects.toMatchObject({
    code: "device_unknown",
  });
});

test("a challenge works once, for its own account, within a minute", async () => {
  const [frame, other] = await Promise.all([server.newPerson().then(openFrame), server.newPerson().then(openFrame)]);
  await frame.store(newWallet());
  await frame.confirm();
  const device = await frame.prove(walletActions.share);
  const body = { devicePublicKey: frame.devicePublicKey, device };
  await expect(other.call(wallet.fetchShare, { body })).rejects.toMatchObject({ code: "device_unknown" });
  await frame.call(wallet.fetchShare, { body });
  await expect(frame.call(wallet.fetchShare, { body })).rejects.toMatchObject({ code: "device_unknown" });
  const late = await frame.prove(walletActions.share);
  onTestFinished(() => {
    server.clock.offset = 0;
  });
  server.clock.offset = 61_000;
  await expect(frame.call(wallet.fetchShare, { body: { ...body, device: late } })).rejects.toMatchObject({
    code: "device_unknown",
  });
});

test("challenges that come with the wallet's state are as good as those that are asked for, and each is another one", async () => {
  const { frame } = await newOwner();
  const { challenges = [] } = await frame.call(wallet.wallet, {});
  expect(new Set(challenges).size).toBe(3);
  const { devicePublicKey } = frame;
  const fetchWith = async (challenge: string) =>
    frame.call(wallet.fetchShare, {
      body: { devicePublicKey, device: frame.proveWith(walletActions.share, challenge) },
    });
  for (const challenge of challenges) {
    expect((await fetchWith(challenge)).serverShare).toBe(share(1));
    await expect(fetchWith(challenge)).rejects.toMatchObject({ code: "device_unknown" });
  }
});

test("nobody but the process with the wallets' keys makes a challenge, gives one more time or makes one another account's", async () => {
  const { frame } = await newOwner();
  const { devicePublicKey } = frame;
  const { challenge } = await frame.call(wallet.challenge, {});
  const [end = "", random = "", mac = ""] = challenge.split(".");
  const made = [
    `${Number(end) + 60_000}.${random}.${mac}`,
    `${end}.${"A".repeat(22)}.${mac}`,
    `passkey.${challenge}`,
    `${challenge}A`,
    crypto.randomUUID(),
    // The key of the tokens is the page server's, too.
    `${end}.${random}.${server.ctx.keys.mac("token", `challenge:${frame.uid}:${end}.${random}`)}`,
  ];
  const refused = async (one: string) => {
    const body = { devicePublicKey, device: frame.proveWith(walletActions.share, one) };
    await expect(frame.call(wallet.fetchShare, { body })).rejects.toMatchObject({ code: "device_unknown" });
  };
  for (const one of made) {
    await refused(one);
    // A row of one's own makes no challenge, as it did when they were stored.
    await server.ctx.db.execute(sql`
      insert into wallet_challenges (challenge, uid, expires_at)
      values (${one}, ${frame.uid}, now() + interval '1 hour')`);
    await refused(one);
  }
  const device = frame.proveWith(walletActions.share, challenge);
  await frame.call(wallet.fetchShare, { body: { devicePublicKey, device } });
});

test("of two calls that bring one challenge at the same time one is answered", async () => {
  const { frame } = await newOwner();
  const body = { devicePublicKey: frame.devicePublicKey, device: await frame.prove(walletActions.share) };
  const answers = await Promise.allSettled([1, 2, 3].map(() => frame.call(wallet.fetchShare, { body })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("who does not own the address cannot name it", async () => {
  const frame = await openFrame(await server.newPerson());
  const owner = newWallet();
  await expect(frame.store({ ...owner, privateKey: newWallet().privateKey })).rejects.toMatchObject({
    code: "wallet_proof_invalid",
  });
});

test("an account keeps its address, and of two devices at once the first makes the wallet", async () => {
  const person = await server.newPerson();
  const [first, second] = [await openFrame(person), await openFrame(person)];
  const [a, b] = [newWallet(), newWallet()];
  await first.store(a);
  await second.store(b);
  await first.confirm();
  await expect(second.confirm()).rejects.toMatchObject({ code: "device_unknown" });
  await expect(second.store(b)).rejects.toMatchObject({ code: "wallet_exists" });
  await second.store(a);
  expect(await second.confirm()).toEqual({ address: a.address });
});

test("the same address cannot be two accounts'", async () => {
  const [frame, other] = [await openFrame(await server.newPerson()), await openFrame(await server.newPerson())];
  const owner = newWallet();
  await frame.store(owner);
  await frame.confirm();
  await other.store(owner);
  await expect(other.confirm()).rejects.toMatchObject({ code: "wallet_exists" });
});

test("a sharing without a way of recovery is refused while there is no other", async () => {
  const frame = await openFrame(await server.newPerson());
  await expect(frame.store(newWallet(), 1, null)).rejects.toMatchObject({ field: "body.sharing.recoveryShare" });
});

test("a mailed link gives the shares once, to the device that asked and to no other", async () => {
  const { person, frame, owner } = await newOwner();
  await leaveUnused(frame.uid);
  const asking = await openFrame(person);
  await asking.askForLink();
  await expect(asking.askForLink()).rejects.toMatchObject({ code: "too_many_requests" });
  const link = await linkOf(person.email);
  // The owner's own other device can't take it either, and trying spoils nothing.
  await expect(frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  const otherToken = { ...link, token: link.token.replace(/^./, (first) => (first === "A" ? "B" : "A")) };
  await expect(asking.takeLink(otherToken)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  const taken = await asking.takeLink(link);
  expect(taken).toMatchObject({ address: owner.address, serverShare: share(1), recoveryShare: share(2) });
  await expect(asking.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  // The token is good for the device's own sharing.
  const call = createApiClient({
    origin: server.origin,
    credentials: () => null,
    walletToken: () => taken.walletToken,
  });
  expect(await call(wallet.wallet, {})).toMatchObject({ address: owner.address });
});

test("who has no wallet is mailed no link", async () => {
  const frame = await openFrame(await server.newPerson());
  await expect(frame.askForLink()).rejects.toMatchObject({ code: "wallet_missing" });
});

test("a link ends with its time, with the session that asked, and when anybody who has it stops it", async () => {
  const late = await newOwner();
  await late.frame.askForLink();
  const lateLink = await linkOf(late.person.email);
  server.clock.offset = 900_000;
  await expect(late.frame.takeLink(lateLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  server.clock.offset = 0;

  const out = await newOwner();
  await out.frame.askForLink();
  const outLink = await linkOf(out.person.email);
  await out.person.call(routes.identity.signOut, {});
  await expect(out.frame.takeLink(outLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });

  const stopped = await newOwner();
  await stopped.frame.askForLink();
  const stoppedLink = await linkOf(stopped.person.email);
  const anybody = createApiClient({ origin: server.origin, credentials: () => null });
  const stop = (body: typeof stoppedLink) => anybody(wallet.cancelRecovery, { body });
  const nothingToStop = { code: "recovery_link_invalid" };
  await expect(stop({ ...stoppedLink, token: lateLink.token })).rejects.toMatchObject(nothingToStop);
  await stop(stoppedLink);
  // Of what was used or stopped before, nobody may be told that it is stopped now.
  await expect(stop(stoppedLink)).rejects.toMatchObject(nothingToStop);
  await expect(stopped.frame.takeLink(stoppedLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
});

test("no queue and no table shows a link's token, and the owner is told when another browser has the wallet", async () => {
  const { person, frame, owner } = await newOwner();
  await leaveUnused(frame.uid);
  const asking = await openFrame(person);
  await asking.askForLink();
  const { rows: jobs } = await server.ctx.db.execute(sql`select payload::text from graphile_worker._private_jobs`);
  const link = await linkOf(person.email);
  const { rows } = await server.ctx.db.execute(sql`select * from wallet_recoveries`);
  expect(JSON.stringify([jobs, rows])).not.toContain(link.token);
  await asking.takeLink(link);
  await asking.store(owner);
  await asking.confirm();
  await mailsSent(server.ctx);
  expect(server.mails.filter(({ to }) => to === person.email).at(-1)?.subject).toBe(
    "Your Tribe wallet is in another browser",
  );
  expect((await asking.fetchShare()).serverShare).toBe(share(1));
});

test("the owner is told when a link gives the wallet at once, even to a page that never says that it has it, and once alone", async () => {
  const { person, frame, owner } = await newOwner();
  await leaveUnused(frame.uid);
  const told = () =>
    server.mails.filter(
      ({ to, subject }) => to === person.email && subject === "Your Tribe wallet is in another browser",
    );
  const asking = await openFrame(person);
  await asking.askForLink();
  const link = await linkOf(person.email);
  await asking.takeLink(link);
  await mailsSent(server.ctx);
  expect(told()).toHaveLength(1);
  const anybody = createApiClient({ origin: server.origin, credentials: () => null });
  await expect(anybody(wallet.cancelRecovery, { body: link })).rejects.toMatchObject({ code: "recovery_link_invalid" });
  // Before it has confirmed, a second link gives it the same again.
  await server.ctx.db.execute(sql`delete from mail_sends`);
  await asking.askForLink();
  await asking.takeLink(await linkOf(person.email));
  await asking.store(owner);
  await asking.confirm();
  await mailsSent(server.ctx);
  expect(told()).toHaveLength(1);
  // It is known now: what it does later is told like what any other browser does.
  const { rows } = await server.ctx.db.execute(sql`select body from wallet_records where uid = ${frame.uid}`);
  expect(String(rows[0]?.body)).not.toContain("given");
});

describe("a browser whose session is ended from another one", () => {
  const idOf = (device: TestDevice) => device.credentials.session?.sessionId ?? "none";

  test("gets no share any more, not even after a new sign-in, nor by what it asked for before", async () => {
    const { person, other, otherFrame, owner, frame } = await newPair();
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await otherFrame.askForLink();
    const asked = await linkOf(person.email);
    await otherFrame.store(owner, 2);
    await person.call(routes.identity.endSession, { body: { sessionId: idOf(other) } });
    for (const use of [otherFrame.fetchShare, otherFrame.askForLink, () => otherFrame.confirm(2)])
      await expect(use()).rejects.toMatchObject({ code: "unauthorized" });
    await expect(otherFrame.takeLink(asked)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to }) => to === person.email).at(-1)?.subject).toBe(
      "A browser was taken off your Tribe wallet",
    );
    const walletToken = await signInAgain(other, person.email);
    const again = await openFrame(other, { walletToken, keys: otherFrame.keys });
    for (const use of [again.fetchShare, () => again.fetchShare(2), () => again.confirm(2)])
      await expect(use()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(again.takeLink(asked)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    // The one that ended it signs as before, and a link of its own brings the wallet back to the other, a day later.
    expect((await frame.fetchShare()).serverShare).toBe(share(1));
    const atOther = { person: { ...other, email: person.email }, frame: again };
    expect(await askAndOpen(atOther)).toHaveProperty("wait");
    await waitForWallet(atOther);
    await again.store(owner);
    await again.confirm();
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });

  test("is no loss of the wallet where it was the only one that had it: a link still brings it back, a day later", async () => {
    const { person, owner, frame } = await newOwner();
    const other = await server.newPerson(person.email);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    const { devices } = await (await openFrame(other)).call(wallet.wallet, {});
    expect(devices).toEqual([]);
    const asking = await openFrame(other);
    const atOther = { person: { ...other, email: person.email }, frame: asking };
    const again = await openFrame(other, { keys: frame.keys });
    expect(await askAndOpen(atOther)).toHaveProperty("wait");
    expect(await waitForWallet(atOther)).toMatchObject({
      ...{ address: owner.address, serverShare: share(1), recoveryShare: share(2) },
    });
    // The ended one's row is back by whoever writes the database: the record does not name it.
    refresh({ person: atOther.person, frame: again });
    await server.ctx.db.execute(sql`
      insert into wallet_sharings (uid, device_public_key, version, state, address, server_share, recovery_share)
      select uid, ${frame.devicePublicKey}, version, state, address, server_share, recovery_share from wallet_sharings
      where uid = ${frame.uid}`);
    await expect(again.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await asking.store(owner);
    await asking.confirm();
    const { rows } = await server.ctx.db.execute(sql`
      select from wallet_sharings where uid = ${frame.uid} and device_public_key = 'recovery'`);
    expect(rows).toEqual([]);
  });

  /** As the record was before it said in which browser a key is used. */
  const untie = async ({ uid, keep }: { readonly uid: string; readonly keep: readonly string[] }) => {
    const record = await readRecord(server.ctx, server.ctx.db, uidSchema.parse(uid));
    if (!record) throw new Error("a wallet was made");
    const browsers = Object.fromEntries(Object.entries(record.browsers ?? {}).filter(([key]) => keep.includes(key)));
    const next = { ...record, version: record.version + 1, browsers };
    await server.ctx.db.transaction((tx) => writeRecord(server.ctx.keys, tx, next));
  };

  test("takes with it a key that was not used since it is known in which browser, and never one that is another's", async () => {
    const { person, frame, other, otherFrame } = await newPair();
    await untie({ uid: frame.uid, keep: [frame.devicePublicKey] });
    await person.call(routes.identity.endSession, { body: { sessionId: idOf(other) } });
    await mailsSent(server.ctx);
    const walletToken = await signInAgain(other, person.email);
    const again = await openFrame(other, { walletToken, keys: otherFrame.keys });
    await expect(again.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    expect((await frame.fetchShare()).serverShare).toBe(share(1));

    const second = await newPair();
    await untie({ uid: second.frame.uid, keep: [second.otherFrame.devicePublicKey] });
    await second.person.call(routes.identity.endSession, { body: { sessionId: idOf(second.other) } });
    await mailsSent(server.ctx);
    expect((await second.frame.fetchShare()).serverShare).toBe(share(1));
  });

  test("keeps the wallet when it signs out by itself, or goes on in a session of its own", async () => {
    const { person, frame } = await newOwner();
    await person.call(routes.identity.signOut, {});
    const walletToken = await signInAgain(person, person.email);
    const again = await openFrame(person, { walletToken, keys: frame.keys });
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });

  test("is found by the session that it was last used in: a key that moved on with its browser is not ended with an old one", async () => {
    const { person, frame } = await newOwner();
    // The page's storage was cleared and the signer's was not: the same key, another of the account's browsers.
    const anew = await server.newPerson(person.email);
    const again = await openFrame(anew, { keys: frame.keys });
    await again.fetchShare();
    await anew.call(routes.identity.endSession, { body: { sessionId: idOf(person) } });
    await mailsSent(server.ctx);
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });
});

test("shares lie sealed: a dump shows none, and a row that was tampered with or moved does not open", async () => {
  const frame = await openFrame(await server.newPerson());
  const victim = await openFrame(await server.newPerson());
  for (const each of [frame, victim]) {
    await each.store(newWallet());
    await each.confirm();
  }
  const { rows } = await server.ctx.db.execute(sql`select server_share, recovery_share from wallet_sharings`);
  for (const row of rows)
    for (const value of Object.values(row))
      expect(Buffer.isBuffer(value) && value.includes(Buffer.from(share(1), "base64"))).toBe(false);
  await server.ctx.db.execute(sql`
    update wallet_sharings set server_share = (select server_share from wallet_sharings where uid = ${victim.uid})
    where uid = ${frame.uid}`);
  await expect(frame.fetchShare()).rejects.toMatchObject({ code: "internal" });
  await server.ctx.db.execute(sql`
    update wallet_sharings set server_share = set_byte(server_share, 40, (get_byte(server_share, 40) + 1) % 256)
    where uid = ${victim.uid}`);
  await expect(victim.fetchShare()).rejects.toMatchObject({ code: "internal" });
});

test("a wallet token ends with its session, and after five minutes", async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  server.clock.offset = 299_000;
  await frame.call(wallet.wallet, {});
  server.clock.offset = 300_000;
  await expect(frame.call(wallet.wallet, {})).rejects.toMatchObject({ code: "unauthorized" });
  server.clock.offset = 0;
  const later = await openFrame(person);
  await person.call(routes.identity.signOut, {});
  await expect(later.call(wallet.wallet, {})).rejects.toMatchObject({ code: "unauthorized" });
});

test("of a wallet token every part is proven: its session, its end and its proof", async () => {
  const [person, other] = [await server.newPerson(), await server.newPerson()];
  const { walletToken } = await person.call(wallet.walletToken, {});
  const [sessionId = "", end = "", mac = ""] = walletToken.split(".");
  const ask = async (token: string) =>
    (await fetch(`${server.origin}/api${wallet.wallet.path}`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await ask(walletToken)).toBe(200);
  const forged = [
    [other.credentials.session?.sessionId, end, mac],
    [sessionId, String(Number(end) + 60_000), mac],
    [sessionId, end, mac.replace(/^./, (first) => (first === "A" ? "B" : "A"))],
    [sessionId, end, ""],
    [sessionId, end],
  ];
  for (const parts of forged) expect(await ask(parts.join("."))).toBe(401);
});

describe("who writes the database as they like", () => {
  const execute = (text: ReturnType<typeof sql>) => server.ctx.db.execute(text);

  test("gets no session of another person by their uid", async () => {
    const victim = await newOwner();
    const thief = await server.newPerson();
    const frame = await openFrame(thief);
    await execute(sql`update sessions set uid = ${victim.frame.uid} where uid = ${frame.uid}`);
    await expect(thief.call(wallet.walletToken, {})).rejects.toMatchObject({ code: "unauthorized" });
    await expect(frame.askForLink()).rejects.toMatchObject({ code: "unauthorized" });
    expect(server.logs.join("")).toContain("a session's row was changed by somebody else");
  });

  /** The thief's mailbox becomes the victim's account's, and the thief signs in with it. */
  const signInAs = async (victim: Awaited<ReturnType<typeof newOwner>>) => {
    const email = `thief-${crypto.randomUUID()}@example.test`;
    await execute(sql`update people set email = ${email} where uid = ${victim.frame.uid}`);
    const person = await server.newPerson(email);
    const frame = await openFrame(person);
    expect(frame.uid).toBe(victim.frame.uid);
    return { email, frame };
  };

  test("signs in as another person with an own mailbox, and the wallet's mail goes to its owner all the same", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    expect(await thief.frame.call(wallet.wallet, {})).toMatchObject({ email: victim.person.email });
    await thief.frame.askForLink();
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to, text }) => to === thief.email && text.includes("#recover="))).toEqual([]);
    // The owner has it, and can't give it away: it works on the thief's device alone, and stops there.
    await expect(victim.frame.takeLink(await linkOf(victim.person.email))).rejects.toMatchObject({
      code: "recovery_link_invalid",
    });
    // Nor does the thief reach a link that the owner asked for.
    await execute(sql`delete from mail_sends`);
    await victim.frame.askForLink();
    const link = await linkOf(victim.person.email);
    await execute(sql`
      update wallet_recoveries set device_public_key = ${thief.frame.devicePublicKey} where id = ${link.request}`);
    await expect(thief.frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(server.logs.join("")).toContain("a recovery was changed by somebody else");
  });

  test("makes no record: a changed, older, foreign or missing one closes the wallet, and says so", async () => {
    const other = await newOwner();
    const victim = await newOwner();
    const { uid } = victim.frame;
    const stored = await execute(sql`select body, mac from wallet_records where uid = ${uid}`);
    const first = stored.rows[0] ?? {};
    const asking = await openFrame(victim.person);
    await asking.store(victim.owner);
    await asking.confirm();
    const newest = (await execute(sql`select body, mac from wallet_records where uid = ${uid}`)).rows[0] ?? {};
    const foreign =
      (await execute(sql`select body, mac from wallet_records where uid = ${other.frame.uid}`)).rows[0] ?? {};
    const put = (row: Record<string, unknown>) =>
      execute(sql`update wallet_records set body = ${row.body}, mac = ${row.mac} where uid = ${uid}`);
    const closed = async () => {
      await execute(sql`delete from mail_sends`);
      for (const use of [() => victim.frame.fetchShare(), () => victim.frame.askForLink()])
        await expect(use()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    };
    await put({ ...newest, body: String(newest.body).replace(victim.person.email, "thief@example.test") });
    await closed();
    await put(first);
    await closed();
    await put(foreign);
    await closed();
    await execute(sql`delete from wallet_records where uid = ${uid}`);
    await closed();
    await execute(sql`delete from wallets where uid = ${uid}`);
    await closed();
    await execute(sql`insert into wallet_records (uid, body, mac) values (${uid}, ${newest.body}, ${newest.mac})`);
    await victim.frame.fetchShare();
    expect(server.logs.join("")).toContain("a wallet's record was changed by somebody else");
  });

  test("gives no device a wallet: not by a sharing that the address never asked for, nor by another's row", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    // A sharing of the thief's own making, said to be of the victim's address.
    const own = newWallet();
    await expect(thief.frame.store(own)).rejects.toMatchObject({ code: "wallet_exists" });
    await execute(sql`
      insert into wallet_sharings (uid, device_public_key, version, state, address, server_share)
      select uid, ${thief.frame.devicePublicKey}, 1, 'pending', address, server_share from wallet_sharings
      where uid = ${victim.frame.uid}`);
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await execute(sql`
      update wallet_sharings set mac = (select mac from wallet_sharings where uid = ${victim.frame.uid} and mac is not null)
      where device_public_key = ${thief.frame.devicePublicKey}`);
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await execute(sql`
      update wallet_sharings set state = 'active' where device_public_key = ${thief.frame.devicePublicKey}`);
    await expect(thief.frame.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(thief.frame.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("takes no wallet by taking it away first: an address that was made is remembered outside of the database", async () => {
    const victim = await newOwner();
    const thief = await signInAs(victim);
    await execute(sql`delete from wallets where uid = ${victim.frame.uid}`);
    await execute(sql`delete from wallet_records where uid = ${victim.frame.uid}`);
    await expect(thief.frame.store(newWallet())).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await expect(thief.frame.askForLink()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});

describe("whose account elsewhere the owner of a wallet has", () => {
  const stated = async (of: Owner, address: Address) =>
    (await of.frame.call(wallet.recipient, { query: { address } })).statement ?? null;
  const connectX = (of: Owner, account: Partial<SocialAccount> | null) =>
    server.ctx.db.transaction((tx) =>
      server.ctx.ports.peopleEditor.setTwitter(
        tx,
        uidSchema.parse(of.frame.uid),
        account && { id: of.frame.uid, handle: "harbour", name: "Harbour Radio", ...account },
        null,
      ),
    );
  const bytesOf = (of: UnsignedStatement) => Uint8Array.from(Buffer.from(handleStatementText(of)));

  test("is said for a day, under a key that signs nothing else", async () => {
    const [asking, owner] = [await newOwner(), await newOwner()];
    const { address } = owner.owner;
    expect(await stated(asking, address)).toBeNull();
    await connectX(owner, {});
    const statement = await stated(asking, address);
    if (!statement) return expect.unreachable();
    expect(statement).toMatchObject({ kind: "x", accountId: owner.frame.uid, handle: "harbour", address });
    const left = statement.expiresAt - server.ctx.now();
    expect(left > 0 && left <= handleStatementSeconds * 1_000).toBe(true);
    const { address: key } = await attestationSigner(server.ctx.keys);
    expect(key).not.toBe(server.ctx.keys.admin.address);
    expect(await verifySignature(bytesOf(statement), statement.signature, key)).toBe(true);
    const changes = [{ handle: "other" }, { kind: "farcaster" }, { accountId: "1" }, { expiresAt: 1 }] as const;
    for (const change of [...changes, { address: asking.owner.address }])
      expect(await verifySignature(bytesOf({ ...statement, ...change }), statement.signature, key)).toBe(false);
    const { db } = server.ctx;
    await db.transaction((tx) =>
      server.ctx.ports.peopleEditor.setFarcaster(
        tx,
        uidSchema.parse(owner.frame.uid),
        { id: owner.frame.uid, handle: "harbour.eth", name: "Harbour" },
        null,
      ),
    );
    await connectX(owner, null);
    expect(await stated(asking, address)).toMatchObject({ kind: "farcaster", handle: "harbour.eth" });
  });

  test("is said of nobody whose name could be read as another part of it, who isn't named, or has no wallet here", async () => {
    const [asking, owner] = [await newOwner(), await newOwner()];
    const { address } = owner.owner;
    for (const handle of ["harbour:radio", "", "har bour", "hаrbour"]) {
      await connectX(owner, { handle });
      expect(await stated(asking, address), handle).toBeNull();
    }
    await connectX(owner, {});
    expect(await stated(asking, address)).not.toBeNull();
    await server.ctx.db.execute(sql`update people set is_nerfed = true where uid = ${owner.frame.uid}`);
    expect(await stated(asking, address)).toBeNull();
    expect(await stated(asking, newWallet().address)).toBeNull();
  });

  test("is said of no address that the database alone calls theirs", async () => {
    const [asking, owner, thief] = [await newOwner(), await newOwner(), await newOwner()];
    await connectX(owner, {});
    const put = (uid: string, address: string | null) =>
      server.ctx.db.execute(sql`update people set address = ${address} where uid = ${uid}`);
    await put(thief.frame.uid, null);
    await put(owner.frame.uid, thief.owner.address);
    expect(await stated(asking, thief.owner.address)).toBeNull();
    // Nor where the wallet's record was changed to fit: the asker's call goes on, and nobody is named.
    await server.ctx.db.execute(
      sql`update wallet_records set body = replace(body, ${owner.owner.address}, ${thief.owner.address}) where uid = ${owner.frame.uid}`,
    );
    expect(await stated(asking, thief.owner.address)).toBeNull();
  });
});

test("a session's row with another device, another's secret or another's id opens nothing", async () => {
  const [person, other] = [await server.newPerson(), await server.newPerson()];
  const { db } = server.ctx;
  const idOf = (device: TestDevice) => device.credentials.session?.sessionId;
  const isIn = () =>
    person.call(routes.identity.signIn, { body: { loginMethod: "email" } }).then(
      () => true,
      () => false,
    );
  expect(await isIn()).toBe(true);
  const { rows } = await db.execute(sql`select device_id, secret from sessions where id = ${idOf(person)}`);
  const own = rows[0];
  const set = (change: ReturnType<typeof sql>) =>
    db.execute(sql`update sessions set ${change} where id = ${idOf(person)}`);
  await set(sql`secret = (select secret from sessions where id = ${idOf(other)})`);
  expect(await isIn()).toBe(false);
  await set(sql`secret = ${own?.secret}`);
  expect(await isIn()).toBe(true);
  await set(sql`device_id = ${other.credentials.deviceId}`);
  person.credentials = { ...person.credentials, deviceId: other.credentials.deviceId };
  expect(await isIn()).toBe(false);
});
