import { verifySignature } from "@tribe/chain/transactions";
import {
  addressSchema,
  airdropSubjectText,
  base64Schema,
  type Outflow,
  routes,
  type Spend,
  setUpStatementText,
  spendStatementText,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "../../../crypto/secrets.ts";
import { attestationSigner } from "../../../engines/keys/attestation.ts";
import { startTestApp, type TestApp } from "../../../testing/start-test-app.ts";
import { type BalanceNode, startBalanceNode } from "../testing/balance-node.ts";
import { newWallet, walletFrames } from "../testing/wallet-frames.ts";

const { wallet } = routes;
const sol = (whole: bigint, more = 0n): string => `${whole * 1_000_000_000n + more}`;
const day = walletWaits.sendSeconds * 1_000;

let node: BalanceNode;
let server: TestApp;
const { openFrame, newOwner, newPair, refresh, lastMail } = walletFrames(() => server);
beforeAll(async () => {
  node = await startBalanceNode();
  node.others = null;
  server = await startTestApp({ chain: node.chain });
});
afterAll(async () => {
  await server.stop();
  node.stop();
});
afterEach(() => {
  server.clock.offset = 0;
});

let made = 0;
const spendOf = (outflow: Outflow): Spend => {
  made += 1;
  return { subject: base64Schema.parse(hashOf(`message ${made}`).toString("base64")), outflow };
};
const transfer = (lamports: string, recipient = newWallet().address): Spend =>
  spendOf({ kind: "transfer", recipient, lamports, tokens: null });
const purchase = (lamports: string): Spend =>
  spendOf({ kind: "purchase", mint: newWallet().address, lamports, units: "1" });
const over = { code: "allowance_over" };

describe("what the keys let out by presses", () => {
  test("is 5 SOL a day from all browsers together, counted before the share is given, and each message once", async () => {
    const { frame, otherFrame } = await newPair();
    const first = transfer(sol(3n));
    await frame.fetchShareFor(first);
    // The answer was lost: the same bytes are asked for again.
    await frame.fetchShareFor(first);
    await otherFrame.fetchShareFor(purchase(sol(1n)));
    await expect(otherFrame.fetchShareFor(transfer(sol(1n, 1n)))).rejects.toMatchObject(over);
    await frame.fetchShareFor(transfer(sol(1n)));
    for (const each of [frame, otherFrame]) await expect(each.fetchShareFor(purchase("1"))).rejects.toMatchObject(over);
    // A share that signs nothing of the kind needs none: a sale, a claim, a wallet's own proofs.
    expect((await frame.fetchShare()).serverShare).toEqual(expect.any(String));
  });

  test("is no second 5 SOL for a browser that lost its storage, and the same again a day later", async () => {
    const owner = await newOwner();
    await owner.frame.fetchShareFor(transfer(sol(5n)));
    const fresh = await openFrame(owner.person);
    await fresh.store(owner.owner);
    await fresh.confirm();
    await expect(fresh.fetchShareFor(transfer("1"))).rejects.toMatchObject(over);
    server.clock.offset = day;
    const renewed = { person: owner.person, frame: fresh };
    refresh(renewed);
    await fresh.fetchShareFor(transfer(sol(5n)));
    await expect(fresh.fetchShareFor(transfer("1"))).rejects.toMatchObject(over);
  });

  test("can't be spent unseen by whoever stands between: the device's signature covers what it lets out", async () => {
    const { frame } = await newOwner();
    const [much, little] = [transfer(sol(5n)), transfer("1")];
    // Left out, made smaller, or said of other bytes.
    for (const [sent, signed] of [
      [little, much],
      [{ ...much, subject: little.subject }, much],
      [much, null],
    ] as const)
      await expect(frame.fetchShareFor(sent, signed)).rejects.toMatchObject({ code: "device_unknown" });
    await frame.fetchShareFor(much);
  });

  test("can't be set back by writing to the database", async () => {
    const { frame } = await newOwner();
    await frame.fetchShareFor(transfer(sol(5n)));
    await server.ctx.db.execute(
      sql`update wallet_records set body = replace(body, '"lamports":"5000000000"', '"lamports":"0"') where uid = ${frame.uid}`,
    );
    await expect(frame.fetchShareFor(transfer("1"))).rejects.toMatchObject({ code: "wallet_record_invalid" });
  });

  test("is counted in turn when two tabs ask at one moment", async () => {
    const { frame, otherFrame } = await newPair();
    const done = await Promise.allSettled(
      [frame, otherFrame, frame, otherFrame].map((each) => each.fetchShareFor(transfer(sol(2n)))),
    );
    expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});

describe("a day's wait", () => {
  test("lets out what it was asked for, in the browser that asked, and is used up", async () => {
    const { person, frame, otherFrame } = await newPair();
    const friend = newWallet().address;
    await frame.askToSend(friend, sol(50n));
    server.clock.offset = day;
    for (const each of [frame, otherFrame]) refresh({ person, frame: each });
    await expect(otherFrame.fetchShareFor(transfer(sol(30n), friend))).rejects.toMatchObject(over);
    await frame.fetchShareFor(transfer(sol(30n), friend));
    await expect(frame.fetchShareFor(transfer(sol(20n, 1n), friend))).rejects.toMatchObject(over);
    await frame.fetchShareFor(transfer(sol(20n), friend));
    expect((await frame.call(wallet.wallet, {})).sends).toEqual([]);
    // It used nothing of what presses may let out.
    await frame.fetchShareFor(transfer(sol(5n), friend));
    await expect(frame.fetchShareFor(transfer("1", friend))).rejects.toMatchObject(over);
  });
});

describe("the first send to somebody", () => {
  test("is mailed, however little, and the next one is not", async () => {
    const { person, frame } = await newOwner();
    const friend = newWallet().address;
    await frame.fetchShareFor(transfer("1", friend));
    const mail = await lastMail(person.email);
    expect(mail?.subject).toBe("Your wallet sends to a new address");
    expect(mail?.text).toContain(friend);
    const before = server.mails.length;
    await frame.fetchShareFor(transfer("2", friend));
    await lastMail(person.email);
    expect(server.mails.length).toBe(before);
  });
});

describe("a counted airdrop", () => {
  const list = "ab".repeat(32);
  const [tribe, mint] = [newWallet().address, addressSchema.parse("So11111111111111111111111111111111111111112")];
  const nonce = base64Schema.parse(Buffer.alloc(32, 7).toString("base64"));
  const asked = (slot: number) => ({ body: { tribe, mint, list, slot, nonce } });
  const airdrop = (): Spend => ({
    subject: base64Schema.parse(hashOf(airdropSubjectText(tribe, mint, list)).toString("base64")),
    outflow: { kind: "airdrop", tribe, list, tokens: { mint, units: sol(4n) } },
  });

  test("is counted once, and sets up one account, or the list could be paid twice", async () => {
    const { person, frame, owner } = await newOwner();
    await expect(frame.call(wallet.setUpAirdrop, asked(5))).rejects.toMatchObject({ code: "conflict" });
    await frame.fetchShareFor(airdrop());
    const { signature } = await frame.call(wallet.setUpAirdrop, asked(5));
    const key = (await attestationSigner(server.ctx.keys)).address;
    const { subject } = airdrop();
    const text = (slot: number) =>
      new TextEncoder().encode(setUpStatementText({ uid: frame.uid, address: owner.address, subject, slot, nonce }));
    expect([await verifySignature(text(5), signature, key), await verifySignature(text(6), signature, key)]).toEqual([
      true,
      false,
    ]);
    // A reload, a resume a week later, a lost answer: the same account, and nothing more is counted.
    server.clock.offset = 7 * day;
    refresh({ person, frame });
    expect((await frame.judge(airdrop())).judgement.kind).toBe("free");
    await frame.call(wallet.setUpAirdrop, asked(5));
    // The chain doesn't answer here: nobody knows that the first one never landed.
    await expect(frame.call(wallet.setUpAirdrop, asked(6))).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the statement about a spend", () => {
  test("is signed with account, wallet, spend, time and the signer's nonce of this call", async () => {
    const { frame, owner } = await newOwner();
    const key = (await attestationSigner(server.ctx.keys)).address;
    const [spend, other] = [transfer(sol(6n)), transfer(sol(6n))];
    const statement = await frame.judge(spend);
    expect(statement).toMatchObject({
      ...{ uid: frame.uid, address: owner.address, isFirst: true, lookalike: null, passkeys: [], worth: sol(6n) },
      judgement: { kind: "stepUp", reason: "allowance", left: sol(5n), readyAt: null },
    });
    const { signature, ...unsigned } = statement;
    const isSigned = (of: Spend, said: typeof unsigned) =>
      verifySignature(new TextEncoder().encode(spendStatementText(of, said)), signature, key);
    expect(await isSigned(spend, unsigned)).toBe(true);
    const lies: readonly Partial<typeof unsigned>[] = [
      { nonce: (await frame.judge(spend)).nonce },
      { uid: "uid-of-another" },
      { address: newWallet().address },
      { now: unsigned.now + 1 },
      { judgement: { kind: "allowed" } },
      { judgement: { kind: "stepUp", reason: "allowance", left: sol(50n), readyAt: null } },
      { passkeys: ["another"] },
      { isFirst: false },
      { worth: "0" },
    ];
    for (const lie of lies) expect(await isSigned(spend, { ...unsigned, ...lie }), JSON.stringify(lie)).toBe(false);
    expect(await isSigned(other, unsigned)).toBe(false);
    // Asking counts nothing.
    await frame.fetchShareFor(transfer(sol(5n)));
  });

  test("calls tokens of unknown worth so, and a mint that nobody can look up", async () => {
    const { frame } = await newOwner();
    const tokens = { mint: newWallet().address, units: "1" };
    const gift = spendOf({ kind: "transfer", recipient: newWallet().address, lamports: "2039280", tokens });
    expect((await frame.judge(gift)).judgement).toMatchObject({ kind: "stepUp", reason: "worth" });
    await expect(frame.fetchShareFor(gift)).rejects.toMatchObject(over);
  });

  test("counts wrapped SOL and dollars by a cautious bound", async () => {
    const { frame } = await newOwner();
    const of = (mint: string, units: string) =>
      spendOf({
        ...{ kind: "airdrop", tribe: newWallet().address, list: "0".repeat(64) },
        tokens: { mint: addressSchema.parse(mint), units },
      });
    const wrapped = "So11111111111111111111111111111111111111112";
    const dollars = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
    expect((await frame.judge(of(wrapped, sol(5n)))).judgement.kind).toBe("allowed");
    expect((await frame.judge(of(wrapped, sol(5n, 1n)))).judgement.kind).toBe("stepUp");
    expect((await frame.judge(of(dollars, "250000000"))).judgement.kind).toBe("allowed");
    expect((await frame.judge(of(dollars, "250000001"))).judgement.kind).toBe("stepUp");
  });
});
