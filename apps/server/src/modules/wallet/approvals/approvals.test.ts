import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { toBase64, toSignature } from "@tribe/chain/transactions";
import {
  type ApprovedHalves,
  approvalCommitmentText,
  approvalText,
  approvedHalvesText,
  type Base64,
  routes,
  walletActions,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { mailsSent, startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { newWallet, share, walletFrames } from "../testing/wallet-frames.ts";

const { wallet } = routes;

let server: TestApp;
const { openFrame, newOwner, lastMail, refresh } = walletFrames(() => server);
beforeAll(async () => {
  server = await startTestApp();
});
afterEach(() => {
  server.clock.offset = 0;
});
afterAll(() => server.stop());

type Frame = Awaited<ReturnType<typeof openFrame>>;
type Key = ReturnType<typeof newWallet>["privateKey"];

const execute = (text: ReturnType<typeof sql>) => server.ctx.db.execute(text);
const sha256 = (text: string): Base64 => toBase64(createHash("sha256").update(text).digest());
const nonce = () => toBase64(randomBytes(32));
/** A raw P-256 point. */
const newAgreementKey = (): Base64 => {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return toBase64(publicKey.export({ format: "der", type: "spki" }).subarray(-65));
};

/** The request of a browser without the wallet. */
const ask = async (frame: Frame, address: string) => {
  const own = nonce();
  const { uid, devicePublicKey } = frame;
  const agreementKey = newAgreementKey();
  const commitment = sha256(approvalCommitmentText({ uid, address, devicePublicKey, agreementKey }, own));
  const device = await frame.prove(walletActions.askForApproval);
  const { request } = await frame.call(wallet.askForApproval, {
    body: { devicePublicKey, agreementKey, commitment, device },
  });
  return { request, nonce: own, devicePublicKey, agreementKey };
};

const open = async (frame: Frame, request: string, own: Base64 = nonce()) =>
  frame.call(wallet.openApproval, {
    body: {
      ...{ request, devicePublicKey: frame.devicePublicKey, nonce: own },
      device: await frame.prove(walletActions.openApproval),
    },
  });

const reveal = (frame: Frame, asked: { readonly request: string; readonly nonce: Base64 }) =>
  frame.call(wallet.revealApproval, { body: { request: asked.request, nonce: asked.nonce } });

const halvesOf = (
  version: number,
): ApprovedHalves & { serverShare: Base64; recoveryShare: Base64; sealedShare: Base64 } => ({
  ...{ version, serverShare: share(3), recoveryShare: share(4), sealedShare: toBase64(Buffer.alloc(126, 5)) },
});

/** The approval as the wallet's own page sends it; `said` replaces the statement to be signed. */
const approve = async (
  frame: Frame,
  of: {
    readonly request: string;
    readonly address: ReturnType<typeof newWallet>["address"];
    readonly devicePublicKey: Base64;
    readonly agreementKey: Base64;
    readonly key: Key;
    readonly version?: number;
    readonly said?: Partial<{ request: string; devicePublicKey: string; agreementKey: string; halves: ApprovedHalves }>;
    readonly sent?: Partial<ReturnType<typeof halvesOf>>;
  },
) => {
  const { request, address, devicePublicKey, agreementKey, key, said = {} } = of;
  const { challenge } = await frame.call(wallet.challenge, {});
  const halves = halvesOf(of.version ?? 1);
  const subject = { uid: frame.uid, address, devicePublicKey, agreementKey, request, ...said };
  const text = Buffer.from(approvalText(subject, sha256(approvedHalvesText(said.halves ?? halves)), challenge));
  const signature = toBase64(sign("sha256", text, { key: frame.privateKey, dsaEncoding: "ieee-p1363" }));
  return frame.call(wallet.approveDevice, {
    body: {
      ...{ request, address, ...halves, ...of.sent, devicePublicKey: frame.devicePublicKey },
      device: { challenge, signature },
      ownership: toSignature(new Uint8Array(sign(null, text, key))),
    },
  });
};

/** An owner, and a browser of theirs without the wallet. */
const newPairToBe = async () => {
  const first = await newOwner();
  const other = await server.newPerson(first.person.email);
  const asking = await openFrame(other);
  const { address, privateKey: key } = first.owner;
  return { ...first, other, asking, address, key };
};

/** The same, up to the point where both browsers know the number. */
const compared = async () => {
  const pair = await newPairToBe();
  const asked = await ask(pair.asking, pair.address);
  await open(pair.frame, asked.request);
  await reveal(pair.asking, asked);
  return { ...pair, asked };
};

const shown = async (frame: Frame) => (await frame.call(wallet.approval, {})).approval;

test("a browser gets the wallet from another browser, and the owner is notified of both steps", async () => {
  const { person, frame, asking, address, key } = await newPairToBe();
  expect(await asking.call(wallet.wallet, {})).toMatchObject({ canBeApproved: true });
  expect(await frame.call(wallet.wallet, {})).toMatchObject({ canBeApproved: false });
  const asked = await ask(asking, address);
  expect((await lastMail(person.email))?.subject).toBe("Another browser asks for your Tribe wallet");
  expect(await shown(asking)).toMatchObject({ isOwn: true, state: "asked", approver: null, nonce: null });
  expect(await shown(frame)).toMatchObject({
    isOwn: false,
    request: asked.request,
    place: { network: "This machine" },
  });
  expect(await person.call(wallet.safety, {})).toMatchObject({ hasQuestion: true });
  const own = nonce();
  await open(frame, asked.request, own);
  await open(frame, asked.request, own);
  expect(await shown(asking)).toMatchObject({ state: "opened", approver: { nonce: own } });
  await reveal(asking, asked);
  await reveal(asking, asked);
  expect(await shown(frame)).toMatchObject({ state: "revealed", nonce: asked.nonce });
  await approve(frame, { ...asked, address, key });
  // Only the requesting browser gets the half.
  expect(await shown(frame)).toMatchObject({ state: "approved", approved: null });
  expect(await shown(asking)).toMatchObject({ approved: { version: 1, sealedShare: halvesOf(1).sealedShare } });
  expect(await person.call(wallet.safety, {})).toMatchObject({ hasQuestion: false });
  // It becomes active once it has proven that it has the wallet.
  expect(await asking.fetchShare(1)).toEqual({ serverShare: share(3), version: 1 });
  expect(await asking.confirm()).toEqual({ address });
  expect(await shown(asking)).toBeNull();
  expect((await asking.fetchShare()).serverShare).toBe(share(3));
  expect((await frame.fetchShare()).serverShare).toBe(share(1));
  expect((await lastMail(person.email))?.subject).toBe("Your Tribe wallet is in another browser");
});

describe("a request for the wallet", () => {
  test("lasts fifteen minutes, and no longer than the requesting session", async () => {
    const late = await compared();
    server.clock.offset = 900_000;
    for (const at of [
      { person: late.person, frame: late.frame },
      { person: { ...late.other, email: late.person.email }, frame: late.asking },
    ])
      refresh(at);
    expect(await shown(late.asking)).toBeNull();
    await expect(approve(late.frame, { ...late.asked, ...late })).rejects.toMatchObject({ code: "not_found" });
    server.clock.offset = 0;

    const out = await compared();
    await out.other.call(routes.identity.signOut, {});
    expect(await shown(out.frame)).toBeNull();
    await expect(approve(out.frame, { ...out.asked, ...out })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is one at a time: another browser cannot replace it, the same one can", async () => {
    const { person, frame, asking, address } = await newPairToBe();
    const first = await ask(asking, address);
    const third = await openFrame(await server.newPerson(person.email));
    await expect(ask(third, address)).rejects.toMatchObject({ code: "conflict" });
    const second = await ask(asking, address);
    await expect(open(frame, first.request)).rejects.toMatchObject({ code: "not_found" });
    await open(frame, second.request);
  });

  test("can be withdrawn by the requesting browser, and refused by any other, in any state", async () => {
    const { frame, asking, asked, address, key } = await compared();
    await approve(frame, { ...asked, address, key });
    const { request } = asked;
    await frame.call(wallet.endApproval, { body: { request } });
    expect(await shown(asking)).toMatchObject({ state: "refused", approved: null });
    await expect(asking.confirm()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(open(frame, request)).rejects.toMatchObject({ code: "not_found" });
    const again = await ask(asking, address);
    await asking.call(wallet.endApproval, { body: { request: again.request } });
    await asking.call(wallet.endApproval, { body: { request: again.request } });
    expect(await shown(frame)).toBeNull();
  });

  test("that is refused also ends its session if the owner chooses so", async () => {
    const { frame, asking, asked } = await compared();
    await frame.call(wallet.endApproval, { body: { request: asked.request, endsSession: true } });
    const isIn = () =>
      asking.call(wallet.wallet, {}).then(
        () => true,
        () => false,
      );
    await expect.poll(isIn).toBe(false);
    await frame.fetchShare();
  });

  test("ends with the approving browser, whose approval is then invalid", async () => {
    const { person, frame, other, asking, asked, address, key } = await compared();
    await approve(frame, { ...asked, address, key });
    const sessionId = person.credentials.session?.sessionId ?? "";
    await other.call(routes.identity.endSession, { body: { sessionId } });
    await mailsSent(server.ctx);
    expect(await shown(asking)).toBeNull();
    await expect(asking.confirm()).rejects.toMatchObject({ code: "device_unknown" });
  });

  test("has a limit of mails", async () => {
    const { asking, address } = await newPairToBe();
    await ask(asking, address);
    const key = server.ctx.keys.mac("code", `approval:${asking.uid}`);
    await execute(sql`update mail_sends set count = 10 where key = ${key}`);
    await expect(ask(asking, address)).rejects.toMatchObject({ code: "too_many_requests" });
  });

  test("is possible only if another browser had the wallet within thirty days", async () => {
    const { frame, asking, address, person, other } = await newPairToBe();
    server.clock.offset = 31 * 86_400_000;
    const atAsking = { person: { ...other, email: person.email }, frame: asking };
    refresh(atAsking);
    expect(await asking.call(wallet.wallet, {})).toMatchObject({ canBeApproved: false });
    await expect(ask(asking, address)).rejects.toMatchObject({ code: "conflict" });
    refresh({ person, frame });
    await frame.fetchShare();
    expect(await asking.call(wallet.wallet, {})).toMatchObject({ canBeApproved: true });
  });
});

describe("an approval", () => {
  test("needs a device of the wallet's record, which opened the request before the other one revealed its part", async () => {
    const { person, frame, asking, asked, address, key } = await compared();
    const third = await openFrame(await server.newPerson(person.email));
    for (const use of [() => open(third, asked.request), () => approve(third, { ...asked, address, key })])
      await expect(use()).rejects.toMatchObject({ code: "device_unknown" });
    // The requesting browser cannot approve itself either.
    await expect(open(asking, asked.request)).rejects.toMatchObject({ code: "device_unknown" });
    // A device that revealed another part later could choose the number: the first one stays.
    await expect(open(frame, asked.request)).rejects.toMatchObject({ code: "conflict" });
    await expect(reveal(asking, { ...asked, nonce: nonce() })).rejects.toMatchObject({ code: "conflict" });
    await expect(reveal(third, asked)).rejects.toMatchObject({ code: "conflict" });
    const pair = await newPairToBe();
    const early = await ask(pair.asking, pair.address);
    await expect(reveal(pair.asking, early)).rejects.toMatchObject({ code: "conflict" });
    await open(pair.frame, early.request);
    await expect(approve(pair.frame, { ...early, ...pair })).rejects.toMatchObject({ code: "conflict" });
  });

  test("is bound to its request, keys and halves: signed for others it is invalid", async () => {
    const { frame, asked, address, key } = await compared();
    const of = { ...asked, address, key };
    const halves = halvesOf(1);
    for (const said of [
      { request: "A".repeat(22) },
      { agreementKey: newAgreementKey() },
      { halves: { ...halves, serverShare: share(9) } },
      { halves: { ...halves, sealedShare: share(9) } },
    ])
      await expect(approve(frame, { ...of, said })).rejects.toMatchObject({ code: "device_unknown" });
    // The device's key does not suffice without the wallet's.
    await expect(approve(frame, { ...of, key: newWallet().privateKey })).rejects.toMatchObject({
      code: "wallet_proof_invalid",
    });
    await approve(frame, of);
  });

  test("is bound to its browser and version, and to whether a mailed link may use it", async () => {
    const { frame, asked, address, key } = await compared();
    const halves = halvesOf(1);
    for (const said of [
      { devicePublicKey: frame.devicePublicKey },
      { halves: { ...halves, recoveryShare: null } },
      { halves: { ...halves, version: 2 } },
    ])
      await expect(approve(frame, { ...asked, address, key, said })).rejects.toMatchObject({ code: "device_unknown" });
  });
});

describe("an attacker with write access to the database", () => {
  test("cannot forge a request, nor replace the requesting browser's key", async () => {
    const { frame, asking, asked, address, key } = await compared();
    const thief = await openFrame(await server.newPerson());
    const changes = [
      sql`device_public_key = ${thief.devicePublicKey}`,
      sql`agreement_key = ${newAgreementKey()}`,
      sql`commitment = ${nonce()}`,
      sql`session_id = (select id from sessions where uid = ${thief.uid})`,
      sql`expires_at = expires_at + interval '1 day'`,
      sql`device = 'Safari on iPhone'`,
    ];
    for (const change of changes) {
      const { rows } = await execute(sql`select * from wallet_approvals where uid = ${frame.uid}`);
      const [before] = rows;
      await execute(sql`update wallet_approvals set ${change} where uid = ${frame.uid}`);
      expect(await shown(frame)).toBeNull();
      await expect(approve(frame, { ...asked, address, key })).rejects.toMatchObject({ code: "not_found" });
      await execute(sql`
        update wallet_approvals set device_public_key = ${before?.device_public_key},
          agreement_key = ${before?.agreement_key}, commitment = ${before?.commitment},
          session_id = ${before?.session_id}, expires_at = ${before?.expires_at}, device = ${before?.device}
        where uid = ${frame.uid}`);
    }
    expect(server.logs.join("")).toContain("a request for a wallet's approval was changed by somebody else");
    expect(await shown(asking)).not.toBeNull();
    // Another account's request cannot be moved to this one.
    const foreign = await compared();
    await execute(sql`delete from wallet_approvals where uid = ${frame.uid}`);
    await execute(sql`update wallet_approvals set uid = ${frame.uid} where uid = ${foreign.frame.uid}`);
    expect(await shown(frame)).toBeNull();
  });

  test("cannot approve: a row with a forged approval gives no device the wallet", async () => {
    const { frame, asking, asked } = await compared();
    await execute(sql`
      update wallet_approvals set version = 1, sealed_share = '\\x00', nonce = ${asked.nonce} where uid = ${frame.uid}`);
    await execute(sql`
      insert into wallet_sharings (uid, device_public_key, version, state, address, server_share, mac)
      select uid, ${asking.devicePublicKey}, 1, 'active', address, server_share, mac from wallet_sharings
      where uid = ${frame.uid}`);
    await expect(asking.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
    await expect(asking.confirm()).rejects.toMatchObject({ code: "wallet_record_invalid" });
    // The half of another request is sealed for that one.
    await expect(asking.call(wallet.approval, {})).rejects.toMatchObject({ code: "internal" });
  });
});
