import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Base64,
  createApiClient,
  deviceProofText,
  ownershipText,
  type PasskeyAction,
  passkeyChallengeText,
  passkeyOwnershipText,
  readRecoveryFragment,
  recoveryChallenge,
  routes,
  type Uid,
  type WalletAction,
  walletActions,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { linkFor, mailsSent, startTestApp, type TestApp, type TestDevice } from "../../../testing/start-test-app.ts";
import { openRecoveryShare } from "../share-encryption.ts";
import { sharingsOf } from "../store/sharings.ts";
import { issueWalletToken } from "../tokens.ts";

const { wallet } = routes;
const share = (byte: number): Base64 => toBase64(Buffer.alloc(33, byte));
const sealed = (byte: number): Base64 => toBase64(Buffer.alloc(61, byte));
const wait = 1_000 * walletWaits.changeSeconds;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(async () => server.stop());

type Person = TestDevice & { readonly email: string };

/** A token of the person's session at the server's time, which a test may have moved. */
const tokenOf = async (person: Person): Promise<string> => {
  const session = await server.ctx.ports.callers.session(person.credentials.session?.sessionId ?? "");
  if (!session) throw new Error("the person is signed in");
  return issueWalletToken(server.ctx.keys, session, server.ctx.now()).walletToken;
};

/** The signer on one device, with its keys' signatures. */
const openFrame = async (person: Person, pair = generateKeyPairSync("ec", { namedCurve: "P-256" })) => {
  const walletToken = await tokenOf(person);
  const call = createApiClient({ origin: server.origin, credentials: () => null, walletToken: () => walletToken });
  const { uid } = await call(wallet.wallet, {});
  const devicePublicKey = toBase64(pair.publicKey.export({ format: "der", type: "spki" }));
  const prove = async (action: WalletAction) => {
    const { challenge } = await call(wallet.challenge, {});
    const text = Buffer.from(deviceProofText(action, uid, challenge));
    const signature = sign("sha256", text, { key: pair.privateKey, dsaEncoding: "ieee-p1363" });
    return { challenge, signature: toBase64(signature) };
  };
  const device = async (action: WalletAction) => ({ devicePublicKey, ...(await prove(action)) });
  const challenge = async () => (await call(wallet.passkeyChallenge, {})).challenge;
  return { call, uid, pair, devicePublicKey, prove, device, challenge };
};
type Frame = Awaited<ReturnType<typeof openFrame>>;

/** A person with a wallet on one device. */
const newOwner = async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  const keys = generateKeyPairSync("ed25519");
  const bytes = keys.publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  const address = fromChainAddress(getAddressDecoder().decode(bytes));
  const device = await frame.prove(walletActions.store);
  const own = Buffer.from(ownershipText(frame.uid, device.challenge, frame.devicePublicKey));
  const sharing = {
    serverShare: share(1),
    recoveryShare: share(2),
    devicePublicKey: frame.devicePublicKey,
    version: 1,
  };
  const ownership = toSignature(new Uint8Array(sign(null, own, keys.privateKey)));
  await frame.call(wallet.storeSharing, { body: { address, sharing, device, ownership } });
  const body = { devicePublicKey: frame.devicePublicKey, version: 1, device: await frame.prove(walletActions.confirm) };
  await frame.call(wallet.confirmSharing, { body });
  return { person, frame, address, key: keys.privateKey };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

interface Passkey {
  readonly id: string;
  readonly publicKey: Base64;
  readonly key: KeyObject;
}

const algorithms = {
  ES256: () => generateKeyPairSync("ec", { namedCurve: "P-256" }),
  EdDSA: () => generateKeyPairSync("ed25519"),
  RS256: () => generateKeyPairSync("rsa", { modulusLength: 2_048 }),
} as const;

const newPasskey = (algorithm: keyof typeof algorithms = "ES256"): Passkey => {
  const { publicKey, privateKey } = algorithms[algorithm]();
  const spki = toBase64(publicKey.export({ format: "der", type: "spki" }));
  return { id: randomBytes(24).toString("base64url"), publicKey: spki, key: privateKey };
};

/** Possible faults of a passkey's signature. */
interface Twist {
  readonly origin?: string;
  readonly type?: string;
  readonly host?: string;
  readonly flags?: number;
  readonly key?: KeyObject;
}

const hash = (text: string | Buffer) => createHash("sha256").update(text).digest();

/** A passkey's signature for an action in the signer's page. */
const assertion = (
  { key }: Passkey,
  of: { readonly action: PasskeyAction; readonly uid: string; readonly challenge: string; readonly bound: string },
  twist: Twist = {},
) => {
  const { origin, hostname } = new URL(server.ctx.config.signerUrl);
  const client = Buffer.from(
    JSON.stringify({
      type: twist.type ?? "webauthn.get",
      challenge: hash(passkeyChallengeText(of.action, of.uid, of.challenge, of.bound)).toString("base64url"),
      origin: twist.origin ?? origin,
      crossOrigin: true,
    }),
  );
  const data = Buffer.concat([hash(twist.host ?? hostname), Buffer.from([twist.flags ?? 0x1d]), Buffer.alloc(4)]);
  const signing = twist.key ?? key;
  const algorithm = signing.asymmetricKeyType === "ed25519" ? null : "sha256";
  return {
    challenge: of.challenge,
    clientDataJSON: toBase64(client),
    authenticatorData: toBase64(data),
    signature: toBase64(sign(algorithm, Buffer.concat([data, hash(client)]), signing)),
  };
};

const store = async ({ frame, address, key }: Owner, passkey: Passkey, twist: Twist = {}) => {
  const device = await frame.device(walletActions.storePasskey);
  const { uid } = frame;
  const { id, publicKey } = passkey;
  const own = Buffer.from(passkeyOwnershipText(uid, device.challenge, id, publicKey));
  const asked = { action: "add", uid, challenge: await frame.challenge(), bound: id } as const;
  return frame.call(wallet.storePasskey, {
    body: {
      ...{ address, serverShare: share(7), sealedShare: sealed(8), device },
      passkey: { id, publicKey, name: "Passkey from a test" },
      ownership: toSignature(new Uint8Array(sign(null, own, key))),
      assertion: assertion(passkey, asked, twist),
    },
  });
};
const confirm = async (frame: Frame, { id }: Passkey) =>
  frame.call(wallet.confirmPasskey, { body: { id, device: await frame.device(walletActions.confirmPasskey) } });
const add = async (owner: Owner, passkey = newPasskey()) => {
  await store(owner, passkey);
  return { passkey, ...(await confirm(owner.frame, passkey)) };
};
const remove = async (frame: Frame, { id }: Passkey) =>
  frame.call(wallet.removePasskey, { body: { id, device: await frame.device(walletActions.removePasskey) } });

/** Recovers the wallet with a passkey on another browser. */
const recover = async (frame: Frame, passkey: Passkey, twist: Twist = {}, bound = frame.devicePublicKey) => {
  const { uid, devicePublicKey } = frame;
  const asked = { action: "recover", uid, challenge: await frame.challenge(), bound } as const;
  const body = { id: passkey.id, devicePublicKey, assertion: assertion(passkey, asked, twist) };
  return frame.call(wallet.recoverByPasskey, { body });
};

/** The same frame after this time, with a token that is valid then. */
const later = async ({ person, frame }: Pick<Owner, "person" | "frame">, milliseconds: number): Promise<Frame> => {
  server.clock.offset = milliseconds;
  return openFrame(person, frame.pair);
};

test.each(["ES256", "EdDSA", "RS256"] as const)(
  "an added passkey (%s) waits 72 hours, then its signature gives its halves to another browser",
  async (algorithm) => {
    const owner = await newOwner();
    const { passkey, way, recovery } = await add(owner, newPasskey(algorithm));
    expect([way.from - way.addedAt, recovery]).toEqual([wait, "mail_link"]);
    const early = await openFrame(owner.person);
    await expect(recover(early, passkey)).rejects.toMatchObject({ code: "passkey_waiting" });
    // Expired mails are not sent.
    await mailsSent(server.ctx);
    server.clock.offset = wait;
    const other = await openFrame(owner.person);
    expect(await recover(other, passkey)).toEqual({
      ...{ address: owner.address, serverShare: share(7), sealedShare: sealed(8) },
    });
    await mailsSent(server.ctx);
    expect(server.mails.filter(({ to }) => to === owner.person.email).at(-1)).toMatchObject({
      subject: "Your Tribe wallet has a new passkey",
      text: expect.stringContaining("UTC on it can bring the wallet to another browser"),
    });
  },
);

test("a passkey's signature is refused for another host, origin, ceremony, key or browser, or without user verification", async () => {
  const owner = await newOwner();
  const { passkey } = await add(owner);
  const other = (await newOwner()).person;
  server.clock.offset = wait;
  const frame = await openFrame(owner.person);
  const twists: readonly Twist[] = [
    { origin: "http://localhost:3000" },
    { host: "localhost" },
    { type: "webauthn.create" },
    { flags: 0x01 }, // without user verification
    { flags: 0x04 }, // without user presence
    { key: newPasskey().key },
  ];
  for (const twist of twists)
    await expect(recover(frame, passkey, twist)).rejects.toMatchObject({ code: "passkey_invalid" });
  await expect(recover(frame, passkey, {}, share(3))).rejects.toMatchObject({ code: "passkey_invalid" });
  const stranger = await openFrame(other);
  await expect(recover(stranger, passkey)).rejects.toMatchObject({ code: "passkey_invalid" });
});

test("a passkey's signature works once, within five minutes, for its own action", async () => {
  const owner = await newOwner();
  const { passkey } = await add(owner);
  server.clock.offset = wait;
  const frame = await openFrame(owner.person);
  const { uid, devicePublicKey } = frame;
  const body = async (action: PasskeyAction, challenge: string) => ({
    ...{ id: passkey.id, devicePublicKey },
    assertion: assertion(passkey, { action, uid, challenge, bound: devicePublicKey }),
  });
  const send = await body("send", await frame.challenge());
  await expect(frame.call(wallet.recoverByPasskey, { body: send })).rejects.toMatchObject({ code: "passkey_invalid" });
  const taken = await body("recover", await frame.challenge());
  await frame.call(wallet.recoverByPasskey, { body: taken });
  await expect(frame.call(wallet.recoverByPasskey, { body: taken })).rejects.toMatchObject({ code: "passkey_invalid" });
  const late = await body("recover", await frame.challenge());
  const same = await later(owner, wait + 300_001);
  await expect(same.call(wallet.recoverByPasskey, { body: late })).rejects.toMatchObject({ code: "passkey_invalid" });
});

test("a transaction is approved by a passkey's signature for exactly that transaction, but not by a passkey that still waits", async () => {
  const owner = await newOwner();
  const { passkey } = await add(owner);
  const prove = async (frame: Frame, digest: Base64, bound: string = digest) => {
    const { uid } = frame;
    const asked = { action: "send", uid, challenge: await frame.challenge(), bound } as const;
    const body = { id: passkey.id, digest, assertion: assertion(passkey, asked) };
    return frame.call(wallet.provePasskey, { body });
  };
  await expect(prove(owner.frame, share(1))).rejects.toMatchObject({ code: "passkey_waiting" });
  const frame = await later(owner, wait);
  expect(await prove(frame, share(1))).toEqual({});
  await expect(prove(frame, share(1), share(2))).rejects.toMatchObject({ code: "passkey_invalid" });
});

test("adding a passkey needs the wallet's key, a device of the wallet, and the passkey's signature", async () => {
  const owner = await newOwner();
  const stranger = await newOwner();
  await expect(store({ ...owner, key: stranger.key }, newPasskey())).rejects.toMatchObject({
    code: "wallet_proof_invalid",
  });
  const outside = { ...owner, frame: await openFrame(owner.person) };
  await expect(store(outside, newPasskey())).rejects.toMatchObject({ code: "device_unknown" });
  await expect(store(owner, newPasskey(), { key: newPasskey().key })).rejects.toMatchObject({
    code: "passkey_invalid",
  });
  const weak = generateKeyPairSync("rsa", { modulusLength: 1_024 });
  const weakKey = toBase64(weak.publicKey.export({ format: "der", type: "spki" }));
  await expect(store(owner, { ...newPasskey(), publicKey: weakKey, key: weak.privateKey })).rejects.toMatchObject({
    code: "passkey_invalid",
  });
  await expect(confirm(owner.frame, newPasskey())).rejects.toMatchObject({ code: "passkey_invalid" });
  expect((await owner.frame.call(wallet.wallet, {})).ways).toEqual([]);
});

test("a crash between the phases changes nothing, and confirming twice has no further effect", async () => {
  const owner = await newOwner();
  const passkey = newPasskey();
  expect(await store(owner, passkey)).toEqual({ serverShare: share(7), sealedShare: sealed(8) });
  expect(await owner.frame.call(wallet.wallet, {})).toMatchObject({ ways: [], recovery: "mail_link" });
  await store(owner, passkey);
  const first = await confirm(owner.frame, passkey);
  expect(await confirm(owner.frame, passkey)).toEqual(first);
  await expect(store(owner, passkey)).rejects.toMatchObject({ code: "conflict" });
});

test("two active passkeys end recovery by mail: its shares are deleted on every device, and links are neither mailed nor accepted", async () => {
  const owner = await newOwner();
  const [first, second] = [(await add(owner)).passkey, (await add(owner)).passkey];
  const backup = await sharingsOf(server.ctx.db, owner.frame.uid as Uid); // the server's uid
  const sharesOf = () => Promise.all(backup.map((row) => openRecoveryShare(server.ctx, row)));
  expect(await sharesOf()).toEqual([expect.any(String)]);
  // Requested in time, opened too late.
  await owner.frame.call(wallet.startRecovery, { body: { devicePublicKey: owner.frame.devicePublicKey } });
  const link = readRecoveryFragment(new URL(await linkFor(server, owner.person.email)).hash);
  if (!link) throw new Error("the mail has a link");
  await server.ctx.db.execute(sql`update wallet_recoveries set expires_at = now() + interval '1 year'`);
  expect(await owner.frame.call(wallet.wallet, {})).toMatchObject({ recovery: "mail_link" });

  const frame = await later(owner, wait);
  expect(await frame.call(wallet.wallet, {})).toMatchObject({ recovery: "passkey" });
  await expect(
    frame.call(wallet.startRecovery, { body: { devicePublicKey: frame.devicePublicKey } }),
  ).rejects.toMatchObject({ code: "recovery_mail_over" });
  const text = Buffer.from(
    deviceProofText(walletActions.recover, frame.uid, recoveryChallenge(link.request, link.token)),
  );
  const signature = toBase64(sign("sha256", text, { key: frame.pair.privateKey, dsaEncoding: "ieee-p1363" }));
  await expect(frame.call(wallet.finishRecovery, { body: { ...link, signature } })).rejects.toMatchObject({
    code: "recovery_link_invalid",
  });
  // The next unlock deletes the shares that a mail could have opened.
  const body = { devicePublicKey: frame.devicePublicKey, device: await frame.prove(walletActions.share) };
  await frame.call(wallet.fetchShare, { body });
  const { rows } = await server.ctx.db.execute(
    sql`select count(*)::int as left from wallet_sharings where uid = ${frame.uid} and recovery_share is not null`,
  );
  expect(rows).toEqual([{ left: 0 }]);
  // All keys of the server with a backup of the database can't open it any more: the wallet's own key is deleted.
  await expect(sharesOf()).rejects.toThrow("is missing");
  // Neither can be removed while there is no other way, and each still recovers the wallet.
  await expect(remove(frame, first)).rejects.toMatchObject({ code: "last_ways" });
  expect(await recover(await openFrame(owner.person), second)).toMatchObject({ address: owner.address });
});

test("any device of the wallet can stop a waiting passkey at once; removing an active one takes 72 hours", async () => {
  const owner = await newOwner();
  const { passkey: stopped } = await add(owner);
  expect(await remove(owner.frame, stopped)).toEqual({ ways: [] });
  const { passkey } = await add(owner);
  const frame = await later(owner, wait);
  await expect(recover(frame, stopped)).rejects.toMatchObject({ code: "passkey_invalid" });
  const { ways } = await remove(frame, passkey);
  expect(ways.map(({ id, until }) => [id, until !== null])).toEqual([[passkey.id, true]]);
  await recover(frame, passkey);
  const after = await later(owner, 2 * wait + 60_000);
  await expect(recover(after, passkey)).rejects.toMatchObject({ code: "passkey_invalid" });
  expect((await after.call(wallet.wallet, {})).ways).toEqual([]);
});

test("write access to the database creates no passkey and shortens no wait", async () => {
  const owner = await newOwner();
  const own = newPasskey();
  const { passkey } = await add(owner);
  const { uid } = owner.frame;
  const execute = (text: ReturnType<typeof sql>) => server.ctx.db.execute(text);
  // The thief's own key replaces the owner's.
  const frame = await later(owner, wait);
  await execute(sql`update wallet_passkeys set public_key = ${own.publicKey} where uid = ${uid}`);
  await expect(recover(frame, { ...passkey, key: own.key })).rejects.toMatchObject({ code: "passkey_invalid" });
  await expect(recover(frame, passkey)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  // A row that was never confirmed, or that uses an id from the record.
  await execute(sql`update wallet_passkeys set id = ${own.id} where uid = ${uid}`);
  await expect(recover(frame, own)).rejects.toMatchObject({ code: "passkey_invalid" });
  await expect(confirm(frame, own)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  const { rows } = await execute(sql`select body from wallet_records where uid = ${uid}`);
  const body = String(rows[0]?.body).replace(/"from":\d+/, '"from":1');
  await execute(sql`update wallet_records set body = ${body} where uid = ${uid}`);
  await expect(recover(frame, passkey)).rejects.toMatchObject({ code: "wallet_record_invalid" });
});

test("a database dump reveals neither half of a passkey's sharing", async () => {
  const owner = await newOwner();
  await add(owner);
  const { rows } = await server.ctx.db.execute(
    sql`select server_share, sealed_share from wallet_passkeys where uid = ${owner.frame.uid}`,
  );
  const plain = [share(7), sealed(8)].map((text) => Buffer.from(text, "base64"));
  for (const row of rows)
    for (const value of Object.values(row))
      expect(Buffer.isBuffer(value) && plain.some((part) => value.includes(part))).toBe(false);
  expect(rows).toHaveLength(1);
});
