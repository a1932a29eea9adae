import { generateKeyPairSync, type KeyObject, type KeyPairKeyObjectResult, sign } from "node:crypto";
import { createServer } from "node:http";
import { getAddressDecoder } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type Address,
  type ApiCall,
  type Base64,
  createApiClient,
  deviceProofText,
  kitText,
  ownershipText,
  readEmailFragment,
  readProofFragment,
  readRecoveryFragment,
  readStopFragment,
  recoveryChallenge,
  routes,
  type SendWaitInfo,
  uidSchema,
  type WalletAction,
  walletActions,
  walletProofSeconds,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { connectChain } from "../../engines/chain/connect.ts";
import { hashOf } from "../../secrets.ts";
import {
  codeFor,
  linkFor,
  mailsSent,
  startTestApp,
  type TestApp,
  type TestDevice,
} from "../../testing/start-test-app.ts";
import { readRecord, writeRecord } from "./record.ts";
import { issueWalletToken } from "./tokens.ts";

const { wallet } = routes;
const share = (byte: number): Base64 => toBase64(Buffer.alloc(33, byte));

/** What the node says that each wallet holds; null: it does not answer. */
let lamports: number | null = null;
const node = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  if (lamports === null) return response.writeHead(503).end();
  const answer = (call: { id: unknown; method: string }) => {
    const value = call.method === "getBalance" ? lamports : [];
    return { jsonrpc: "2.0", id: call.id, result: { context: { slot: 1 }, value } };
  };
  const asked = JSON.parse(text);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked)));
});

let server: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  const address = node.address();
  const rpcUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const programAddress = "11111111111111111111111111111111" as Address; // never called
  server = await startTestApp({ chain: connectChain({ rpcUrl, programAddress, isEmbedded: false }) });
});
afterAll(async () => {
  await server.stop();
  node.closeAllConnections();
  node.close();
});

/** An Ed25519 key as the signer holds it while it makes a wallet. */
const newWallet = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const bytes = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
  return { address: fromChainAddress(getAddressDecoder().decode(bytes)), privateKey };
};

/** The signer's frame on one device. */
const openFrame = async (
  person: TestDevice,
  before: { readonly walletToken?: string; readonly keys?: KeyPairKeyObjectResult } = {},
) => {
  let walletToken = before.walletToken ?? (await person.call(wallet.walletToken, {})).walletToken;
  const call: ApiCall = createApiClient({
    origin: server.origin,
    credentials: () => null,
    walletToken: () => walletToken,
  });
  const { uid } = await call(wallet.wallet, {});
  const keys = before.keys ?? generateKeyPairSync("ec", { namedCurve: "P-256" });
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
  const askForLink = () => call(wallet.startRecovery, { body: { devicePublicKey } });
  const signLink = (link: Link, action: WalletAction): Base64 => {
    const text = Buffer.from(deviceProofText(action, uid, recoveryChallenge(link.request, link.token)));
    return toBase64(sign("sha256", text, { key: keys.privateKey, dsaEncoding: "ieee-p1363" }));
  };
  /** What this device does with a mailed link. */
  const takeLink = (link: Link) =>
    call(wallet.finishRecovery, { body: { ...link, signature: signLink(link, walletActions.recover) } });
  const proveBy = (link: Link) =>
    call(wallet.finishProof, { body: { ...link, signature: signLink(link, walletActions.prove) } });
  const askForProof = () => call(wallet.startProof, { body: { devicePublicKey } });
  type Purpose = "kit" | "export";
  const askForKey = async (proof: string, purpose: Purpose = "kit") =>
    call(wallet.askForKey, {
      body: { purpose, proof, devicePublicKey, device: await prove(walletActions.askForKey) },
    });
  const takeKey = async (proof: string, purpose: Purpose = "kit") =>
    call(wallet.takeKey, { body: { purpose, proof, devicePublicKey, device: await prove(walletActions.takeKey) } });
  const confirmKit = async (by: KeyObject, number = "7XQ2M0AB") => {
    const device = await prove(walletActions.confirmKit);
    const text = Buffer.from(kitText(uid, device.challenge, number));
    const ownership = toSignature(new Uint8Array(sign(null, text, by)));
    return call(wallet.confirmKit, { body: { number, devicePublicKey, device, ownership } });
  };
  const askToSend = async (address: Address, what: SendWaitInfo["what"] = "recipient", paid = "6000000000") =>
    call(wallet.askToSend, {
      body: { what, address, lamports: paid, devicePublicKey, device: await prove(walletActions.askToSend) },
    });
  const askForEmail = async (proof: string, email: string) =>
    call(wallet.askForEmail, {
      body: { email, proof, devicePublicKey, device: await prove(walletActions.askForEmail) },
    });
  const confirmEmail = (link: Link, action: WalletAction = walletActions.confirmEmail) =>
    call(wallet.confirmEmail, { body: { ...link, signature: signLink(link, action) } });
  return {
    ...{ askForEmail, confirmEmail },
    askToSend,
    ...{ call, uid, devicePublicKey, keys, privateKey: keys.privateKey },
    ...{ prove, store, confirm, fetchShare, askForLink, takeLink },
    renew: (token: string) => {
      walletToken = token;
    },
    ...{ askForProof, proveBy, askForKey, takeKey, confirmKit },
  };
};

type Link = { request: string; token: string };

/** The newest link in a mailbox. */
const linkOf = async (email: string): Promise<Link> => {
  const link = readRecoveryFragment(new URL(await linkFor(server, email)).hash);
  if (!link) throw new Error("the mail's link is a recovery's");
  return link;
};

/** A fresh proof of the person at this frame, by the newest link in their mailbox. */
const proofOf = async ({ person, frame }: Pick<Awaited<ReturnType<typeof newOwner>>, "person" | "frame">) => {
  await server.ctx.db.execute(sql`delete from mail_sends`);
  await frame.askForProof();
  return (await frame.proveBy(await proofLinkOf(person.email))).proof;
};

const proofLinkOf = async (email: string): Promise<Link> => {
  const link = readProofFragment(new URL(await linkFor(server, email)).hash);
  if (!link) throw new Error("the mail's link is a proof's");
  return link;
};

/** A person with a wallet on one device. */
const newOwner = async () => {
  const person = await server.newPerson();
  const frame = await openFrame(person);
  const owner = newWallet();
  await frame.store(owner);
  await frame.confirm();
  return { person, frame, owner };
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

test("a mailed link gives the shares once, to the device that asked and to no other", async () => {
  const { person, frame, owner } = await newOwner();
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
  await anybody(wallet.cancelRecovery, { body: { ...stoppedLink, token: lateLink.token } });
  await anybody(wallet.cancelRecovery, { body: stoppedLink });
  await anybody(wallet.cancelRecovery, { body: stoppedLink });
  await expect(stopped.frame.takeLink(stoppedLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
});

test("no queue and no table shows a link's token, and the owner is told when another browser has the wallet", async () => {
  const { person, owner } = await newOwner();
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

describe("a browser whose session is ended from another one", () => {
  const idOf = (device: TestDevice) => device.credentials.session?.sessionId ?? "none";

  /** A person with the wallet in two browsers. */
  const newPair = async () => {
    const first = await newOwner();
    const other = await server.newPerson(first.person.email);
    const frame = await openFrame(other);
    await frame.store(first.owner);
    await frame.confirm();
    await mailsSent(server.ctx);
    return { ...first, other, otherFrame: frame };
  };

  /** The same browser after a new sign-in, by which it has its own key still. */
  const signInAgain = async (device: TestDevice, email: string) => {
    await server.ctx.db.execute(sql`delete from mail_sends`);
    const { deviceId, deviceSecret } = device.credentials;
    device.credentials = { deviceId, deviceSecret };
    await device.call(routes.identity.startEmail, { body: { email } });
    const code = await codeFor(server, email);
    device.credentials = {
      ...device.credentials,
      session: await device.call(routes.identity.verifyEmail, { body: { email, code } }),
    };
    return (await device.call(wallet.walletToken, {})).walletToken;
  };

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
    // The one that ended it signs as before, and a link of its own brings the wallet back to the other.
    expect((await frame.fetchShare()).serverShare).toBe(share(1));
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await again.askForLink();
    await again.takeLink(await linkOf(person.email));
    await again.store(owner);
    await again.confirm();
    expect((await again.fetchShare()).serverShare).toBe(share(1));
  });

  test("is no loss of the wallet where it was the only one that had it: a link still brings it back", async () => {
    const { person, owner, frame } = await newOwner();
    const other = await server.newPerson(person.email);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    const { devices } = await (await openFrame(other)).call(wallet.wallet, {});
    expect(devices).toEqual([]);
    await server.ctx.db.execute(sql`delete from mail_sends`);
    const asking = await openFrame(other);
    await asking.askForLink();
    expect(await asking.takeLink(await linkOf(person.email))).toMatchObject({
      ...{ address: owner.address, serverShare: share(1), recoveryShare: share(2) },
    });
    // The ended one's row is back by whoever writes the database: the record does not name it.
    const again = await openFrame(other, { keys: frame.keys });
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

type Owner = Awaited<ReturnType<typeof newOwner>>;

/** A token of the server's moment, which the device's clock is not in: the one before lived for five minutes. */
const refresh = ({ person, frame }: Pick<Owner, "person" | "frame">) => {
  const { session, deviceId } = person.credentials;
  if (!session) throw new Error("the person is signed in");
  const generation = hashOf(session.accessToken).toString("base64url");
  const asked = { sessionId: session.sessionId, uid: uidSchema.parse(frame.uid), deviceId, generation };
  frame.renew(issueWalletToken(server.ctx.keys, asked, server.ctx.now()).walletToken);
};
const refreshed = async (owner: Owner) => {
  refresh(owner);
  return proofOf(owner);
};
const lastMail = async (email: string) => {
  await mailsSent(server.ctx);
  return server.mails.filter(({ to }) => to === email).at(-1);
};

describe("what is sent past the allowance, where no passkey can be asked", () => {
  const day = walletWaits.sendSeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
  });
  const sendsOf = async ({ frame }: Owner) => (await frame.call(wallet.wallet, {})).sends ?? [];

  test("waits a day, told by mail and in every browser, for one device and one address", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const [friend, mint] = [newWallet().address, newWallet().address];
    const wait = await frame.askToSend(friend);
    expect(wait).toMatchObject({ what: "recipient", address: friend, devicePublicKey: frame.devicePublicKey });
    expect([wait.readyAt - wait.askedAt, wait.expiresAt - wait.readyAt]).toEqual([day, day]);
    const mail = await lastMail(person.email);
    expect(mail?.subject).toBe("Your wallet is asked to send 6 SOL to a new address");
    expect(mail?.text).toContain(friend);
    const other = await server.newPerson(person.email);
    expect((await other.call(wallet.safety, {})).sends).toEqual([wait]);
    // Asked again, for more, it is the same one, and brings nothing forward.
    server.clock.offset = day / 2;
    refresh(owner);
    expect(await frame.askToSend(friend, "recipient", "9000000000000")).toEqual(wait);
    await frame.askToSend(mint, "token");
    expect((await lastMail(person.email))?.subject).toBe("Your wallet is asked to spend 6 SOL on a new token");
    server.clock.offset = wait.expiresAt - wait.askedAt + 60_000;
    refresh(owner);
    expect((await sendsOf(owner)).map(({ address }) => address)).toEqual([mint]);
  });

  test("is asked for by a device that has the wallet alone, and never so often that its mails bury others", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const friend = newWallet().address;
    const stolen = await openFrame(await server.newPerson(person.email));
    await expect(stolen.askToSend(friend)).rejects.toMatchObject({ code: "device_unknown" });
    const device = await frame.prove(walletActions.askForKey);
    const body = { what: "recipient", address: friend, lamports: "1", devicePublicKey: frame.devicePublicKey } as const;
    await expect(frame.call(wallet.askToSend, { body: { ...body, device } })).rejects.toMatchObject({
      code: "device_unknown",
    });
    const own = await frame.prove(walletActions.askToSend);
    for (const wrong of ["-1", "1.5", "", "1e9"])
      await expect(
        frame.call(wallet.askToSend, { body: { ...body, lamports: wrong, device: own } }),
      ).rejects.toMatchObject({ field: "body.lamports" });
    for (let count = 0; count < 10; count += 1) {
      // A minute later each: the call's own rate is another limit.
      server.clock.offset += 61_000;
      refresh(owner);
      await frame.askToSend(newWallet().address);
    }
    server.clock.offset += 61_000;
    refresh(owner);
    await expect(frame.askToSend(friend)).rejects.toMatchObject({ code: "conflict" });
  });

  test("ends when it is stopped from any browser, or with the device that asked", async () => {
    const owner = await newOwner();
    const { id } = await owner.frame.askToSend(newWallet().address);
    const other = await server.newPerson(owner.person.email);
    await other.call(wallet.stopWait, { body: { id } });
    expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet sends nothing there");
    expect(await sendsOf(owner)).toEqual([]);
    const again = await owner.frame.askToSend(newWallet().address);
    await owner.frame.call(wallet.cancelWait, { body: { id: again.id } });
    expect(await sendsOf(owner)).toEqual([]);
    await owner.frame.askToSend(newWallet().address);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    expect((await other.call(wallet.safety, {})).sends).toEqual([]);
  });

  test("is no nearer to who writes the database", async () => {
    const { frame } = await newOwner();
    const { readyAt, askedAt } = await frame.askToSend(newWallet().address);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${frame.uid}`);
    await expect(frame.call(wallet.wallet, {})).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });
});

describe("another recovery address", () => {
  const wait = walletWaits.changeSeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
  });
  const newEmail = () => `new-${crypto.randomUUID()}@example.test`;
  const linkTo = async (email: string): Promise<Link> => {
    const link = readEmailFragment(new URL(await linkFor(server, email)).hash);
    if (!link) throw new Error("the mail's link is for a new address");
    return link;
  };
  const stopLinkTo = async (email: string) => {
    const { text = "" } = (await lastMail(email)) ?? {};
    const link = readStopFragment(/#stop=\S+/.exec(text)?.[0] ?? "");
    if (!link) throw new Error("the mail's link stops the change");
    return link;
  };
  const anybody = () => createApiClient({ origin: server.origin, credentials: () => null });
  const infoOf = ({ frame }: Owner) => frame.call(wallet.wallet, {});
  /** A person whose new address has shown that its mails are read. */
  const newChange = async () => {
    const owner = await newOwner();
    const email = newEmail();
    await owner.frame.askForEmail(await proofOf(owner), email);
    const link = await linkTo(email);
    const change = await owner.frame.confirmEmail(link);
    return { owner, email, link, change };
  };
  /** To whom a recovery's link goes that is asked for now. */
  const recoveryGoesTo = async (owner: Owner, emails: readonly string[]) => {
    refresh(owner);
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await mailsSent(server.ctx);
    const before = server.mails.length;
    await owner.frame.askForLink();
    await mailsSent(server.ctx);
    const sent = server.mails.slice(before).filter(({ text }) => text.includes("#recover="));
    return emails.filter((email) => sent.some(({ to }) => to === email));
  };

  test("counts 72 hours after its own mailbox was opened, told to both, and until then the one before does", async () => {
    const { owner, email, link, change } = await newChange();
    const old = owner.person.email;
    expect((change.from ?? 0) - change.askedAt).toBeGreaterThanOrEqual(wait);
    await mailsSent(server.ctx);
    const subjects = (to: string) => server.mails.filter((mail) => mail.to === to).map(({ subject }) => subject);
    expect(subjects(old).at(-1)).toBe("Your Tribe wallet gets another recovery address");
    expect(subjects(email).at(-1)).toBe("This address will bring your Tribe wallet back");
    // The address before is told the new one, the new one is told nothing of it.
    expect(server.mails.filter(({ to }) => to === email).some(({ text }) => text.includes(old))).toBe(false);
    expect(await infoOf(owner)).toMatchObject({ email: old, emailChange: { email, from: change.from } });
    const other = await server.newPerson(old);
    expect(await other.call(wallet.safety, {})).toMatchObject({ email: old, emailChange: { email } });
    // The link is used up.
    await expect(owner.frame.confirmEmail(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([old]);
    server.clock.offset = wait - 60_000;
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([old]);
    server.clock.offset = wait + 60_000;
    expect(await recoveryGoesTo(owner, [old, email])).toEqual([email]);
    expect(await infoOf(owner)).toMatchObject({ email, emailChange: null });
  });

  test("that came into force is the address from then on, whatever is asked and stopped after it", async () => {
    const { owner, email, change } = await newChange();
    const stop = await stopLinkTo(owner.person.email);
    server.clock.offset = wait + 60_000;
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: false });
    refresh(owner);
    await owner.frame.call(wallet.cancelWait, { body: { id: change.id } });
    await server.ctx.db.execute(sql`delete from mail_sends`);
    await owner.frame.askForProof();
    const { proof } = await owner.frame.proveBy(await proofLinkOf(email));
    await owner.frame.askForEmail(proof, newEmail());
    expect((await infoOf(owner)).email).toBe(email);
    // Another of the account's browsers ends the one that asked.
    await server.ctx.db.transaction((tx) =>
      server.ctx.jobs.add(tx, "wallet.endDevices", {
        uid: uidSchema.parse(owner.frame.uid),
        deviceIds: [owner.person.credentials.deviceId],
      }),
    );
    await mailsSent(server.ctx);
    server.clock.offset = 0;
    const { rows } = await server.ctx.db.execute(sql`select body from wallet_records where uid = ${owner.frame.uid}`);
    expect(JSON.parse(String(rows[0]?.body))).toMatchObject({ recoveryEmail: email, devices: [] });
  });

  test("is asked for by a device that has the wallet, with a fresh proof of its own, and never by a session alone", async () => {
    const owner = await newOwner();
    const { person, frame } = owner;
    const proof = await proofOf(owner);
    const thief = await openFrame(await server.newPerson(person.email));
    for (const wrong of ["", proof, "9999999999999.A"])
      await expect(thief.askForEmail(wrong, newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    await expect(frame.askForEmail("", newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    const device = await frame.prove(walletActions.askForKey);
    const body = { email: newEmail(), proof, devicePublicKey: frame.devicePublicKey, device };
    await expect(frame.call(wallet.askForEmail, { body })).rejects.toMatchObject({ code: "device_unknown" });
    await expect(frame.askForEmail(proof, person.email)).rejects.toMatchObject({ field: "body.email" });
    for (const wrong of ["", "nobody", "a@b", "two@example.test, three@example.test"])
      await expect(frame.askForEmail(proof, wrong)).rejects.toMatchObject({ field: "body.email" });
    server.clock.offset = walletProofSeconds * 1_000;
    refresh(owner);
    await expect(frame.askForEmail(proof, newEmail())).rejects.toMatchObject({ code: "proof_needed" });
    expect((await infoOf(owner)).emailChange).toBeNull();
  });

  test("begins by its own link alone, in the browser that asked, while its session stands, and for the newest asked", async () => {
    const owner = await newOwner();
    const { frame } = owner;
    const first = newEmail();
    await frame.askForEmail(await proofOf(owner), first);
    const firstLink = await linkTo(first);
    const other = await openFrame(await server.newPerson(owner.person.email));
    await expect(other.confirmEmail(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await expect(frame.confirmEmail(firstLink, walletActions.prove)).rejects.toMatchObject({
      code: "recovery_link_invalid",
    });
    // It is worth nothing as another's: no shares, and no proof.
    await expect(frame.takeLink(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await expect(frame.proveBy(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const second = newEmail();
    await frame.askForEmail(await proofOf(owner), second);
    await expect(frame.confirmEmail(firstLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const secondLink = await linkTo(second);
    await owner.person.call(routes.identity.signOut, {});
    await expect(frame.confirmEmail(secondLink)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  });

  test("is stopped by the link of the address before, in any browser and without a session", async () => {
    const { owner, email } = await newChange();
    const stop = await stopLinkTo(owner.person.email);
    const other = await newOwner();
    const forged = [
      { ...stop, token: stop.token.replace(/^./, (first) => (first === "A" ? "B" : "A")) },
      { ...stop, uid: uidSchema.parse(other.frame.uid) },
    ];
    for (const body of forged)
      await expect(anybody()(wallet.stopEmail, { body })).rejects.toMatchObject({ code: "recovery_link_invalid" });
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: true });
    expect(await anybody()(wallet.stopEmail, { body: stop })).toEqual({ isStopped: false });
    for (const to of [owner.person.email, email])
      expect((await lastMail(to))?.subject).toBe("Your wallet's recovery address stays");
    server.clock.offset = wait + 60_000;
    expect(await recoveryGoesTo(owner, [owner.person.email, email])).toEqual([owner.person.email]);
  });

  test("is stopped from any browser, and ends with the one that asked", async () => {
    for (const stop of [
      async (by: TestDevice, id: string) => by.call(wallet.stopWait, { body: { id } }),
      async (by: TestDevice, id: string) => (await openFrame(by)).call(wallet.cancelWait, { body: { id } }),
      async (by: TestDevice) => by.call(routes.identity.endOtherSessions, {}),
    ]) {
      const { owner, change } = await newChange();
      const other = await server.newPerson(owner.person.email);
      await stop(other, change.id);
      await mailsSent(server.ctx);
      expect(await other.call(wallet.safety, {})).toMatchObject({ email: owner.person.email, emailChange: null });
    }
  });

  test("is no nearer to who writes the database", async () => {
    const { owner, email, change } = await newChange();
    const { uid } = owner.frame;
    const set = (from: string, to: string) =>
      server.ctx.db.execute(sql`update wallet_records set body = replace(body, ${from}, ${to}) where uid = ${uid}`);
    await set(`"from":${change.from}`, `"from":${change.askedAt}`);
    await expect(infoOf(owner)).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await set(`"from":${change.askedAt}`, `"from":${change.from}`);
    await set(email, "thief@example.test");
    await expect(infoOf(owner)).rejects.toMatchObject({ code: "wallet_record_invalid" });
    await set("thief@example.test", email);
    expect((await infoOf(owner)).emailChange).toMatchObject({ email });
  });
});

describe("the key itself, as a kit or as it is", () => {
  const day = walletWaits.keySeconds * 1_000;
  afterEach(() => {
    server.clock.offset = 0;
    lamports = null;
  });

  test.each([
    ["where the wallet holds something", 5],
    ["where no node says what it holds", null],
  ] as const)(
    "waits a day %s, is told by mail, and is given to the device that asked, by another proof",
    async (_where, held) => {
      lamports = held;
      const owner = await newOwner();
      const { person, frame } = owner;
      const proof = await proofOf(owner);
      const wait = await frame.askForKey(proof);
      expect(wait.readyAt - wait.askedAt).toBe(day);
      expect((await lastMail(person.email))?.subject).toBe("Somebody asks for a recovery kit");
      await expect(frame.takeKey(proof)).rejects.toMatchObject({ code: "wait_not_over" });
      // Asked for again it begins nothing anew.
      server.clock.offset = day / 2;
      expect(await frame.askForKey(await refreshed(owner))).toEqual(wait);
      server.clock.offset = day + 60_000;
      refresh(owner);
      await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
      const fresh = await proofOf(owner);
      await expect(frame.takeKey(fresh, "export")).rejects.toMatchObject({ code: "wait_not_over" });
      expect((await frame.takeKey(fresh)).serverShare).toBe(share(1));
      expect((await lastMail(person.email))?.subject).toBe("A recovery kit of your wallet was made");
      server.clock.offset = day + walletWaits.keyTakenWithinSeconds * 1_000 + 60_000;
      const late = await refreshed(owner);
      await expect(frame.takeKey(late)).rejects.toMatchObject({ code: "wait_not_over" });
    },
  );

  test("comes at once while the wallet is empty", async () => {
    lamports = 0;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const wait = await owner.frame.askForKey(proof, "export");
    expect(wait.readyAt).toBe(wait.askedAt);
    expect((await owner.frame.takeKey(proof, "export")).serverShare).toBe(share(1));
    expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet's key was shown");
  });

  test("is refused without a proof, with one of another device or session, and after a quarter of an hour", async () => {
    lamports = 0;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const other = await openFrame(owner.person);
    await other.store(owner.owner);
    await other.confirm();
    const anew = await server.newPerson(owner.person.email);
    const elsewhere = await openFrame(anew, { keys: owner.frame.keys });
    const otherMac = proof.replace(/[.]./, (start) => (start === ".A" ? ".B" : ".A"));
    for (const wrong of ["", "1.A", proof.replace(/^[0-9]+/, "9999999999999"), otherMac])
      await expect(owner.frame.askForKey(wrong)).rejects.toMatchObject({ code: "proof_needed" });
    await expect(other.askForKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
    await expect(elsewhere.askForKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
    await owner.frame.askForKey(proof);
    server.clock.offset = walletProofSeconds * 1_000;
    refresh(owner);
    await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "proof_needed" });
  });

  test("needs the link of a proof, which opens nothing else, and goes to the browser that has the wallet", async () => {
    const { person, frame } = await newOwner();
    await expect((await openFrame(person)).askForProof()).rejects.toMatchObject({ code: "device_unknown" });
    await frame.askForProof();
    const link = await proofLinkOf(person.email);
    await expect(frame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
    await frame.askForLink();
    await expect(frame.proveBy(await linkOf(person.email))).rejects.toMatchObject({ code: "recovery_link_invalid" });
    const other = await openFrame(person);
    await expect(other.proveBy(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  });

  test("is given to nobody once its wait was stopped, from whichever browser, by the app's page too", async () => {
    type Stop = (by: TestDevice, id: string) => Promise<unknown>;
    const stops: readonly Stop[] = [
      async (by, id) => (await openFrame(by)).call(wallet.cancelWait, { body: { id } }),
      (by, id) => by.call(wallet.stopWait, { body: { id } }),
    ];
    for (const stop of stops) {
      server.clock.offset = 0;
      const owner = await newOwner();
      const { id } = await owner.frame.askForKey(await proofOf(owner));
      const other = await server.newPerson(owner.person.email);
      expect((await other.call(wallet.safety, {})).waits.map((wait) => wait.id)).toEqual([id]);
      await stop(other, id);
      expect((await lastMail(owner.person.email))?.subject).toBe("Your wallet's key stays where it is");
      expect((await other.call(wallet.safety, {})).waits).toEqual([]);
      server.clock.offset = day + 60_000;
      const late = await refreshed(owner);
      await expect(owner.frame.takeKey(late)).rejects.toMatchObject({ code: "wait_not_over" });
    }
  });

  test("is no nearer to who writes the database: a record with an earlier time closes the wallet", async () => {
    lamports = 5;
    const owner = await newOwner();
    const proof = await proofOf(owner);
    const { readyAt, askedAt } = await owner.frame.askForKey(proof);
    await server.ctx.db.execute(sql`
      update wallet_records set body = replace(body, ${`"readyAt":${readyAt}`}, ${`"readyAt":${askedAt}`})
      where uid = ${owner.frame.uid}`);
    await expect(owner.frame.takeKey(proof)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("goes with the device that asked for it", async () => {
    const owner = await newOwner();
    await owner.frame.askForKey(await proofOf(owner));
    const other = await server.newPerson(owner.person.email);
    await other.call(routes.identity.endOtherSessions, {});
    await mailsSent(server.ctx);
    expect((await other.call(wallet.safety, {})).waits).toEqual([]);
  });

  test("counts as a kit once the key in it has signed, and not before", async () => {
    const { person, frame, owner } = await newOwner();
    await expect(frame.confirmKit(newWallet().privateKey)).rejects.toMatchObject({ code: "wallet_proof_invalid" });
    expect((await person.call(wallet.safety, {})).kit).toBeNull();
    await frame.confirmKit(owner.privateKey);
    expect((await person.call(wallet.safety, {})).kit).toMatchObject({ number: "7XQ2M0AB" });
    expect((await frame.call(wallet.wallet, {})).kit).toMatchObject({ number: "7XQ2M0AB" });
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
