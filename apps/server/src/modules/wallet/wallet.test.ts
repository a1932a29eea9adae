import { generateKeyPairSync } from "node:crypto";
import { routes, walletActions } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { startTestApp, type TestApp } from "../../testing/start-test-app.ts";
import { newWallet, share, walletFrames } from "./testing/wallet-frames.ts";

const { wallet } = routes;

let server: TestApp;
const { openFrame, newOwner } = walletFrames(() => server);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

test("a wallet is created in two phases, and its address becomes the person's", async () => {
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

test("a crash between the phases locks nobody out: the old sharing is valid until the new one is confirmed", async () => {
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

test("challenges in the wallet's state are as valid as requested ones, and each is unique", async () => {
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

test("only the process with the wallets' keys can create a challenge, extend it or bind it to another account", async () => {
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
    // The key for tokens is also the page server's.
    `${end}.${random}.${server.ctx.keys.mac("token", `challenge:${frame.uid}:${end}.${random}`)}`,
  ];
  const refused = async (one: string) => {
    const body = { devicePublicKey, device: frame.proveWith(walletActions.share, one) };
    await expect(frame.call(wallet.fetchShare, { body })).rejects.toMatchObject({ code: "device_unknown" });
  };
  for (const one of made) {
    await refused(one);
    // A stored row does not make a challenge valid, as it did when challenges were stored.
    await server.ctx.db.execute(sql`
      insert into wallet_challenges (challenge, uid, expires_at)
      values (${one}, ${frame.uid}, now() + interval '1 hour')`);
    await refused(one);
  }
  const device = frame.proveWith(walletActions.share, challenge);
  await frame.call(wallet.fetchShare, { body: { devicePublicKey, device } });
});

test("only one of two concurrent calls with one challenge succeeds", async () => {
  const { frame } = await newOwner();
  const body = { devicePublicKey: frame.devicePublicKey, device: await frame.prove(walletActions.share) };
  const answers = await Promise.allSettled([1, 2, 3].map(() => frame.call(wallet.fetchShare, { body })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an address can be used only with its key", async () => {
  const frame = await openFrame(await server.newPerson());
  const owner = newWallet();
  await expect(frame.store({ ...owner, privateKey: newWallet().privateKey })).rejects.toMatchObject({
    code: "wallet_proof_invalid",
  });
});

test("an account keeps its address, and of two concurrent devices the first creates the wallet", async () => {
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

test("two accounts cannot have the same address", async () => {
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

test("a wallet token ends with its session, or after five minutes", async () => {
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

test("every part of a wallet token is verified: its session, its expiry and its MAC", async () => {
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
