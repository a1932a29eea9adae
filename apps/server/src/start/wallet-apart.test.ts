import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Base64,
  createApiClient,
  deviceProofText,
  ownershipText,
  recoveryChallenge,
  routes,
  type WalletAction,
  walletActions,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "../crypto/secrets.ts";
import { openFileKeys } from "../engines/keys/embedded.ts";
import type { Keys } from "../engines/keys/port.ts";
import { issueWalletToken } from "../modules/wallet/tokens.ts";
import type { Role } from "../settings/roles.ts";
import { type CaughtMail, catchMail } from "../testing/catch-mail.ts";
import { type RoleProcess, startRole } from "../testing/start-role.ts";
import { mailsSent, startTestApp, type TestApp, type TestDevice } from "../testing/start-test-app.ts";
import { keysOfRole } from "./role-keys.ts";

const { wallet } = routes;
const share = (byte: number): Base64 => toBase64(Buffer.alloc(33, byte));

let folder: string;
let app: TestApp;
let mails: CaughtMail;
const origins = { web: "", keys: "" };
/** The attacker with the page server: its keys, and the database through `app.ctx.db`. */
let webKeys: Keys;

const folderOf = (role: Role) => join(folder, role);

/** The two processes of a production installation. */
const running: RoleProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tribe-apart-"));
  app = await startTestApp({ keys: await openFileKeys(folder) });
  // The process with the keys sends its links by itself: without a mail server it would retry for minutes.
  mails = await catchMail();
  for (const role of ["keys", "web"] as const) {
    const started = await startRole(role, { folder, databaseUrl: app.ctx.databaseUrl, smtpUrl: mails.url });
    running.push(started);
    origins[role] = started.origin;
  }
  webKeys = await openFileKeys(folderOf("web"), { use: keysOfRole.web, mayMake: false });
}, 120_000);
afterAll(async () => {
  for (const each of running) await each.stop();
  await app.stop();
  await mails.stop();
  await rm(folder, { recursive: true, force: true });
});

const newOwner = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return { address: fromChainAddress(getAddressDecoder().decode(bytes)), privateKey };
};

/** The signer's frame with a token, which calls the process with the keys. */
const frameWith = async (walletToken: string) => {
  const call = createApiClient({ origin: origins.keys, credentials: () => null, walletToken: () => walletToken });
  const { uid } = await call(wallet.wallet, {});
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const devicePublicKey = toBase64(pair.publicKey.export({ format: "der", type: "spki" }));
  const signed = (action: WalletAction, challenge: string, key: KeyObject = pair.privateKey) =>
    toBase64(sign("sha256", Buffer.from(deviceProofText(action, uid, challenge)), { key, dsaEncoding: "ieee-p1363" }));
  const prove = async (action: WalletAction) => {
    const { challenge } = await call(wallet.challenge, {});
    return { challenge, signature: signed(action, challenge) };
  };
  const store = async (owner: ReturnType<typeof newOwner>, address = owner.address) => {
    const device = await prove(walletActions.store);
    const text = Buffer.from(ownershipText(uid, device.challenge, devicePublicKey));
    const sharing = { serverShare: share(1), recoveryShare: share(2), devicePublicKey, version: 1 };
    const ownership = toSignature(new Uint8Array(sign(null, text, owner.privateKey)));
    return call(wallet.storeSharing, { body: { address, sharing, device, ownership } });
  };
  const confirm = async () =>
    call(wallet.confirmSharing, { body: { devicePublicKey, version: 1, device: await prove(walletActions.confirm) } });
  const fetchShare = async (key = devicePublicKey) =>
    call(wallet.fetchShare, { body: { devicePublicKey: key, device: await prove(walletActions.share) } });
  return { call, uid, devicePublicKey, signed, prove, store, confirm, fetchShare };
};

/** A person who uses both processes as a browser does: pages and tokens of one, the wallet of the other. */
const newVictim = async () => {
  const person = await app.newPerson();
  const atWeb = createApiClient({ origin: origins.web, credentials: () => person.credentials });
  const { walletToken } = await atWeb(wallet.walletToken, {});
  const frame = await frameWith(walletToken);
  const owner = newOwner();
  await frame.store(owner);
  await frame.confirm();
  return { person, frame, owner };
};

/** A token for another person's session, forged with the page server's keys. */
const forgedToken = (person: TestDevice, uid: string) => {
  const { session, deviceId } = person.credentials;
  if (!session) throw new Error("the person is signed in");
  // An attacker would read these from the table; here they are known.
  const { sessionId, accessToken } = session;
  const generation = hashOf(accessToken).toString("base64url");
  return issueWalletToken(webKeys, { sessionId, uid: uid as never, deviceId, generation }, Date.now()).walletToken;
};

test("a wallet is created and unlocked across the two processes", async () => {
  const { frame, owner } = await newVictim();
  expect((await frame.fetchShare()).serverShare).toBe(share(1));
  expect(await frame.call(wallet.wallet, {})).toMatchObject({ address: owner.address, recovery: "mail_link" });
});

describe("an attacker with the page server, its keys and the database", () => {
  const rowsOf = async (text: ReturnType<typeof sql>) => (await app.ctx.db.execute(text)).rows;
  const execute = (text: ReturnType<typeof sql>) => app.ctx.db.execute(text);

  test("opens no share and signs nothing, without a key for either", async () => {
    const { frame } = await newVictim();
    const [row] = await rowsOf(sql`select * from wallet_sharings where uid = ${frame.uid}`);
    const context = `${frame.uid}:${frame.devicePublicKey}:1`;
    for (const [purpose, column] of [
      ["server-share", "server_share"],
      ["recovery-share", "recovery_share"],
    ] as const) {
      const sealed = row?.[column] as Buffer; // bytea
      await expect(webKeys.open(purpose, context, sealed)).rejects.toThrow("does not open the key");
      for (const other of ["session-secret", "oauth", "mail"] as const)
        await expect(webKeys.open(other, context, sealed)).rejects.toThrow();
    }
    expect(() => webKeys.admin).toThrow("does not open the admin's key");
  });

  test("forges a session's token, but gets no share without the device's key and the wallet's own", async () => {
    const victim = await newVictim();
    const thief = await frameWith(forgedToken(victim.person, victim.frame.uid));
    expect(thief.uid).toBe(victim.frame.uid);
    await expect(thief.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(thief.fetchShare(victim.frame.devicePublicKey)).rejects.toMatchObject({ code: "device_unknown" });
    const own = newOwner();
    await expect(thief.store(own)).rejects.toMatchObject({ code: "wallet_exists" });
    await expect(thief.store(own, victim.owner.address)).rejects.toMatchObject({ code: "wallet_proof_invalid" });
    await expect(thief.confirm()).rejects.toMatchObject({ code: "device_unknown" });
  });

  test("forges no recovery link with the page server's MAC key, and reads none from queued mails", async () => {
    const victim = await newVictim();
    const thief = await frameWith(forgedToken(victim.person, victim.frame.uid));
    const { request } = await thief.call(wallet.startRecovery, { body: { devicePublicKey: thief.devicePublicKey } });
    const jobs = await rowsOf(sql`select payload::text from graphile_worker._private_jobs`);
    expect(JSON.stringify(jobs)).not.toMatch(/recover=|token/);
    await mailsSent(app.ctx);
    // Uses the page server's key instead of the missing one.
    const key = Buffer.from(await readFile(join(folderOf("web"), "keys", "mac.key"), "utf8"), "base64");
    const token = "A".repeat(43);
    for (const purpose of ["recovery", "token", "code"]) {
      const mac = createHmac("sha256", key).update(`${purpose}\0token:${request}:${token}`).digest("base64url");
      await execute(sql`update wallet_recoveries set token_mac = ${mac} where id = ${request}`);
      const signature = thief.signed(walletActions.recover, recoveryChallenge(request, token));
      await expect(thief.call(wallet.finishRecovery, { body: { request, token, signature } })).rejects.toMatchObject({
        code: "recovery_link_invalid",
      });
    }
    expect(() => webKeys.mac("recovery", "x")).toThrow("does not open the key wallet-record");
  });

  test("can send an approval request to a wallet's browsers like any session, but cannot answer or change one", async () => {
    const victim = await newVictim();
    const other = await app.newPerson(victim.person.email);
    const thief = await frameWith(forgedToken(other, victim.frame.uid));
    const commitment = toBase64(Buffer.alloc(32, 1));
    const agreementKey = toBase64(Buffer.alloc(65, 4));
    const ask = async (frame: Awaited<ReturnType<typeof frameWith>>) => {
      const { devicePublicKey } = frame;
      const device = await frame.prove(walletActions.askForApproval);
      return frame.call(wallet.askForApproval, { body: { devicePublicKey, agreementKey, commitment, device } });
    };
    const { request } = await ask(thief);
    // Its own device does not belong to the wallet, and it has no key of the wallet's device.
    for (const devicePublicKey of [thief.devicePublicKey, victim.frame.devicePublicKey]) {
      const device = await thief.prove(walletActions.openApproval);
      const body = { request, devicePublicKey, nonce: commitment, device };
      await expect(thief.call(wallet.openApproval, { body })).rejects.toMatchObject({ code: "device_unknown" });
    }
    const shown = async () => (await victim.frame.call(wallet.approval, {})).approval;
    expect(await shown()).toMatchObject({ request, isOwn: false, devicePublicKey: thief.devicePublicKey });
    // A forged row, with a MAC by the key that the attacker has.
    const [row] = await rowsOf(sql`select * from wallet_approvals where uid = ${victim.frame.uid}`);
    const key = Buffer.from(await readFile(join(folderOf("web"), "keys", "mac.key"), "utf8"), "base64");
    const mac = createHmac("sha256", key)
      .update(`wallet-record\0approval:${JSON.stringify(row)}`)
      .digest("base64url");
    await execute(sql`
      update wallet_approvals set device = 'Safari on iPhone', mac = ${mac} where uid = ${victim.frame.uid}`);
    expect(await shown()).toBeNull();
  });

  test("must wait a day even with the mailbox and a forged session of the victim's browser, and cannot shorten the wait", async () => {
    const victim = await newVictim();
    const thief = await frameWith(forgedToken(victim.person, victim.frame.uid));
    const { request } = await thief.call(wallet.startRecovery, { body: { devicePublicKey: thief.devicePublicKey } });
    await mailsSent(app.ctx);
    const texts = () => [...mails.texts(), ...app.mails.map(({ text }) => text)];
    const found = () =>
      texts().flatMap((text) => new RegExp(`#recover=${request}[.]([\\w-]{43})`).exec(text)?.[1] ?? []);
    await expect.poll(() => found().length, { timeout: 60_000 }).toBeGreaterThan(0);
    const token = found().at(-1) ?? "";
    const signature = thief.signed(walletActions.recover, recoveryChallenge(request, token));
    const answer = await thief.call(wallet.finishRecovery, { body: { request, token, signature } });
    if (!("wait" in answer)) return expect.unreachable();
    const take = async () => {
      const { devicePublicKey } = thief;
      return thief.call(wallet.takeRecovery, {
        body: { devicePublicKey, device: await thief.prove(walletActions.takeRecovery) },
      });
    };
    await expect(take()).rejects.toMatchObject({ code: "wait_not_over" });
    expect((await victim.frame.call(wallet.wallet, {})).recoveries).toEqual([answer.wait]);
    const { readyAt, askedAt } = answer.wait;
    const [row] = await rowsOf(sql`select body from wallet_records where uid = ${victim.frame.uid}`);
    const body = String(row?.body).replace(`"readyAt":${readyAt}`, `"readyAt":${askedAt}`);
    expect(body).not.toBe(row?.body);
    const key = Buffer.from(await readFile(join(folderOf("web"), "keys", "mac.key"), "utf8"), "base64");
    const mac = createHmac("sha256", key)
      .update(`wallet-record\0record:${victim.frame.uid}:${body}`)
      .digest("base64url");
    await execute(sql`update wallet_records set body = ${body}, mac = ${mac} where uid = ${victim.frame.uid}`);
    await expect(take()).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("cannot forge a record: one with the attacker's mailbox makes the wallet refuse its calls", async () => {
    const victim = await newVictim();
    const [row] = await rowsOf(sql`select body from wallet_records where uid = ${victim.frame.uid}`);
    const body = String(row?.body).replace(victim.person.email, "thief@example.test");
    const key = Buffer.from(await readFile(join(folderOf("web"), "keys", "mac.key"), "utf8"), "base64");
    const mac = createHmac("sha256", key)
      .update(`wallet-record\0record:${victim.frame.uid}:${body}`)
      .digest("base64url");
    await execute(sql`update wallet_records set body = ${body}, mac = ${mac} where uid = ${victim.frame.uid}`);
    const thief = createApiClient({
      origin: origins.keys,
      credentials: () => null,
      walletToken: () => forgedToken(victim.person, victim.frame.uid),
    });
    await expect(thief(wallet.wallet, {})).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await expect(
      thief(wallet.startRecovery, { body: { devicePublicKey: victim.frame.devicePublicKey } }),
    ).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});
