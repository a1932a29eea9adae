import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type ApiCall,
  type Base64,
  createApiClient,
  deviceProofText,
  ownershipText,
  routes,
  type WalletAction,
  walletActions,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeFor, startTestApp, type TestApp, type TestDevice } from "../../testing/start-test-app.ts";

const { wallet } = routes;
const share = (byte: number): Base64 => toBase64(Buffer.alloc(33, byte));

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => server.stop());

/** An Ed25519 key as the signer holds it while it makes a wallet. */
const newWallet = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return { address: fromChainAddress(getAddressDecoder().decode(bytes)), privateKey };
};

/** The signer's frame on one device. */
const openFrame = async (person: TestDevice) => {
  const { walletToken } = await person.call(wallet.walletToken, {});
  const call: ApiCall = createApiClient({
    origin: server.origin,
    credentials: () => null,
    walletToken: () => walletToken,
  });
  const { uid } = await call(wallet.wallet, {});
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const devicePublicKey = toBase64(keys.publicKey.export({ format: "der", type: "spki" }));
  const prove = async (action: WalletAction, key: KeyObject = keys.privateKey) => {
    const { challenge } = await call(wallet.challenge, {});
    const text = Buffer.from(deviceProofText(action, uid, challenge));
    const signature = toBase64(sign("sha256", text, { key, dsaEncoding: "ieee-p1363" }));
    return { challenge, signature };
  };
  const store = async (owner: ReturnType<typeof newWallet>, version = 1, recoveryShare: Base64 | null = share(2)) => {
    const device = await prove(walletActions.store);
    const own = Buffer.from(ownershipText(uid, device.challenge, devicePublicKey));
    return call(wallet.storeSharing, {
      body: {
        address: owner.address,
        sharing: { serverShare: share(version), recoveryShare, devicePublicKey, version },
        device,
        ownership: toSignature(new Uint8Array(sign(null, own, owner.privateKey))),
      },
    });
  };
  const confirm = async (version = 1) =>
    call(wallet.confirmSharing, { body: { devicePublicKey, version, device: await prove(walletActions.confirm) } });
  const fetchShare = async (version?: number) =>
    call(wallet.fetchShare, {
      body: { devicePublicKey, device: await prove(walletActions.share), ...(version ? { version } : {}) },
    });
  return { call, uid, devicePublicKey, privateKey: keys.privateKey, prove, store, confirm, fetchShare };
};

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
  expect(await frame.call(wallet.wallet, {})).toMatchObject({ address: owner.address, recovery: "mail_code" });
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
  await server.ctx.db.execute(sql`update wallet_challenges set expires_at = now()`);
  await expect(frame.call(wallet.fetchShare, { body: { ...body, device: late } })).rejects.toMatchObject({
    code: "device_unknown",
  });
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

test("a mailed code recovers the shares once; wrong ones are counted although they are refused", async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  const owner = newWallet();
  await expect(frame.call(wallet.startRecovery, {})).rejects.toMatchObject({ code: "wallet_missing" });
  await frame.store(owner);
  await frame.confirm();
  await frame.call(wallet.startRecovery, {});
  await expect(frame.call(wallet.startRecovery, {})).rejects.toMatchObject({ code: "too_many_requests" });
  const code = await codeFor(server, person.email);
  const finish = (text: string) => frame.call(wallet.finishRecovery, { body: { code: text } });
  await expect(finish(code === "000000" ? "000001" : "000000")).rejects.toMatchObject({ code: "mail_code_wrong" });
  expect(await finish(code)).toEqual({ address: owner.address, serverShare: share(1), recoveryShare: share(2) });
  await expect(finish(code)).rejects.toMatchObject({ code: "mail_code_expired" });
});

test("after five wrong recovery codes even the right one is refused", async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  await frame.store(newWallet());
  await frame.confirm();
  await frame.call(wallet.startRecovery, {});
  const code = await codeFor(server, person.email);
  const finish = (text: string) => frame.call(wallet.finishRecovery, { body: { code: text } });
  const wrong = code === "000000" ? "000001" : "000000";
  for (let attempt = 0; attempt < 5; attempt += 1)
    await expect(finish(wrong)).rejects.toMatchObject({ code: "mail_code_wrong" });
  await expect(finish(code)).rejects.toMatchObject({ code: "mail_code_attempts" });
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

test("who writes another person's uid and address into the database gets no share by it", async () => {
  const [victim, thief] = [await server.newPerson(), await server.newPerson()];
  const victimsFrame = await openFrame(victim);
  await victimsFrame.store(newWallet());
  await victimsFrame.confirm();
  const frame = await openFrame(thief);
  // The thief's own session becomes the victim's, and the mail with the code goes to the thief.
  const { db } = server.ctx;
  await db.execute(sql`update people set email = 'elsewhere@example.test' where uid = ${frame.uid}`);
  await db.execute(sql`update people set email = ${thief.email} where uid = ${victimsFrame.uid}`);
  await db.execute(sql`update sessions set uid = ${victimsFrame.uid} where uid = ${frame.uid}`);
  const before = server.mails.length;
  await expect(thief.call(wallet.walletToken, {})).rejects.toMatchObject({ code: "unauthorized" });
  await expect(frame.call(wallet.startRecovery, {})).rejects.toMatchObject({ code: "unauthorized" });
  await expect(frame.call(wallet.finishRecovery, { body: { code: "000000" } })).rejects.toMatchObject({
    code: "unauthorized",
  });
  expect(server.mails).toHaveLength(before);
  expect(server.logs.join("")).toContain("a session's row was changed by somebody else");
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
