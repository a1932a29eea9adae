import { toSignature } from "@tribe/chain/transactions";
import {
  type Address,
  airdropState,
  routes,
  tokenUnits,
  tradeState,
  uidSchema,
  walletActions,
  walletWaits,
} from "@tribe/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { mailsSent } from "../../../testing/start-test-app.ts";
import { airdropTasks } from "../../airdrop/schema.ts";
import { insertTickets, newTicketRow, submitSigned } from "../../transactions/index.ts";
import { moveSteps } from "../testing/move-steps.ts";
import { newWallet, type Owner, share } from "../testing/wallet-frames.ts";

const { wallet, identity } = routes;
const day = walletWaits.keySeconds * 1_000;
const {
  server,
  node,
  moved,
  askedFor,
  aMinuteLater,
  openFrame,
  newOwner,
  newPair,
  linkOf,
  refreshed,
  refresh,
  lastMail,
  askAndOpen,
  waitForWallet,
} = moveSteps();

const addressOf = async ({ person, frame }: Owner) => {
  const { localUser } = await person.call(identity.signIn, { body: { loginMethod: "email" } });
  const { address } = await frame.call(wallet.wallet, {});
  return { account: localUser.address, wallet: address };
};
const both = (address: Address) => ({ account: address, wallet: address });

test("makes the new wallet the account's, in wallet and account, and notifies the person", async () => {
  const owner = await newOwner();
  const { to, from, frame, person } = await moved(owner);
  expect(await addressOf(owner)).toEqual(both(to.address));
  expect((await frame.call(wallet.wallet, {})).move).toMatchObject({ from: from.address, isFinished: false });
  const mail = await lastMail(person.email);
  expect(mail?.subject).toBe("Your Tribe account has a new wallet");
  expect(mail?.text).toContain(to.address);
  expect(mail?.text).toContain(from.address);
  expect((await frame.fetchShare()).serverShare).toBe(share(2));
  expect(await frame.formerKey()).toEqual({ from: from.address, sealedKey: share(7), tribes: [], claims: 0 });
});

test("waits a day unless the wallet is empty, and needs a fresh proof each time, like a kit", async () => {
  const owner = await newOwner();
  node().lamports.set(owner.owner.address, 1);
  const proof = await askedFor(owner);
  expect((await lastMail(owner.person.email))?.subject).toBe("Somebody asks to move to a new wallet");
  const to = newWallet();
  await expect(owner.frame.storeMove(proof, to)).rejects.toMatchObject({ code: "wait_not_over" });
  await expect(owner.frame.confirmMove(proof, owner.owner, to)).rejects.toMatchObject({ code: "wait_not_over" });
  server().clock.offset = day + 1_000;
  refresh(owner);
  await expect(owner.frame.storeMove(proof, to)).rejects.toMatchObject({ code: "proof_needed" });
  const fresh = await refreshed(owner);
  await owner.frame.storeMove(fresh, to);
  expect((await owner.frame.call(wallet.wallet, {})).address).toBe(owner.owner.address);
  await expect(owner.frame.confirmMove("none", owner.owner, to)).rejects.toMatchObject({ code: "proof_needed" });
  await owner.frame.confirmMove(fresh, owner.owner, to);
  expect((await owner.frame.call(wallet.wallet, {})).address).toBe(to.address);
});

test("is also notified in the app when it is requested, when it happens and when it ends", async () => {
  const owner = await newOwner();
  const { to, from, frame } = await moved(owner);
  await frame.finishMove(from.address, to.privateKey);
  const { rows } = await server().ctx.db.execute(sql`
    select payload ->> 'what' as what from outbox where type = 'wallet.told' and payload ->> 'uid' = ${frame.uid} order by id`);
  expect(rows.map(({ what }) => what)).toEqual(["moveAsked", "moved", "moveFinished"]);
});

test("waits for transactions that the old wallet has signed, and withdraws unsigned ones", async () => {
  const owner = await newOwner();
  const { frame, owner: from } = owner;
  const proof = await askedFor(owner);
  const to = newWallet();
  await frame.storeMove(proof, to);
  const prepared = (trader: Address) =>
    newTicketRow({
      uid: uidSchema.parse(frame.uid),
      idempotencyKey: crypto.randomUUID(),
      kind: "transfer",
      mint: from.address,
      trader,
      request: {},
      message: share(1),
      lastValidBlockHeight: 1,
    });
  const [unsigned, signed, earlier] = [prepared(from.address), prepared(from.address), prepared(newWallet().address)];
  const signature = toSignature(new Uint8Array(64).fill(1));
  await server().ctx.db.transaction(async (tx) => {
    await insertTickets(tx, [unsigned, signed, earlier]);
    await submitSigned(tx, [{ ticket: signed.ticket, signature, signedTransaction: share(2) }]);
  });
  const states = async () => {
    const { rows } = await server().ctx.db.execute<{ ticket: string; state: number }>(
      sql`select ticket, state from tickets where uid = ${frame.uid}`,
    );
    const of = ({ ticket }: { ticket: string }) => rows.find((row) => row.ticket === ticket);
    return [unsigned, signed, earlier].map((row) => of(row)?.state);
  };

  await expect(frame.confirmMove(proof, from, to)).rejects.toMatchObject({
    code: "conflict",
    message: "A transaction of yours is still under way. Wait a minute until it has come to its end, then move.",
  });
  expect((await frame.call(wallet.wallet, {})).address).toBe(from.address);
  const { initialized, pending, succeeded, failed } = tradeState;
  expect(await states()).toEqual([initialized, pending, initialized]);

  await server().ctx.db.execute(sql`update tickets set state = ${succeeded} where ticket = ${signed.ticket}`);
  await frame.confirmMove(proof, from, to);
  expect((await frame.call(wallet.wallet, {})).address).toBe(to.address);
  expect(await states()).toEqual([failed, succeeded, initialized]);
});

test("can be stopped by any browser while it waits", async () => {
  const owner = await newOwner();
  node().lamports.set(owner.owner.address, 1);
  const proof = await askedFor(owner);
  const other = await server().newPerson(owner.person.email);
  const [wait] = (await other.call(wallet.safety, {})).waits;
  expect(wait).toMatchObject({ kind: "move", devicePublicKey: owner.frame.devicePublicKey });
  await other.call(wallet.stopWait, { body: { id: wait?.id ?? "" } });
  await mailsSent(server().ctx);
  expect((await lastMail(owner.person.email))?.subject).toBe("You keep your wallet");
  server().clock.offset = day + 1_000;
  const fresh = await refreshed(owner);
  expect(proof).not.toBe(fresh);
  await expect(owner.frame.storeMove(fresh, newWallet())).rejects.toMatchObject({ code: "wait_not_over" });
});

test("needs both wallets' signatures, for this account, these two wallets and this time", async () => {
  const owner = await newOwner();
  const proof = await askedFor(owner);
  const { frame, owner: from } = owner;
  const to = newWallet();
  await frame.storeMove(proof, to);
  const thief = newWallet();
  const refusal = { code: "wallet_proof_invalid" };
  // The page's server knows both addresses, and has neither key.
  const honest = () => frame.moveBody(proof, from, to);
  const forged = await frame.moveBody(proof, thief, thief);
  aMinuteLater(owner);
  for (const wrong of [{ saidByFrom: forged.saidByFrom }, { saidByTo: forged.saidByTo }])
    await expect(frame.call(wallet.confirmMove, { body: { ...(await honest()), ...wrong } })).rejects.toMatchObject(
      refusal,
    );
  // Both wallets' statements for another account, another wallet, or another time are refused.
  const minutes = 60_000;
  for (const said of [
    { uid: "another" },
    { to: thief.address },
    { from: thief.address },
    { at: server().ctx.now() - 6 * minutes },
    { at: server().ctx.now() + 12 * minutes },
  ]) {
    aMinuteLater(owner);
    await expect(frame.confirmMove(proof, from, to, said)).rejects.toMatchObject(refusal);
  }
  // With another challenge: statements are bound to their call's challenge.
  aMinuteLater(owner);
  const body = await honest();
  const device = await frame.prove(walletActions.confirmMove);
  await expect(frame.call(wallet.confirmMove, { body: { ...body, device } })).rejects.toMatchObject(refusal);
  // To a wallet for which nothing was stored, by somebody with both keys.
  await expect(frame.confirmMove(proof, from, thief)).rejects.toMatchObject({ code: "conflict" });
  const addressOfWallet = async () => (await frame.call(wallet.wallet, {})).address;
  expect(await addressOfWallet()).toBe(from.address);
  await frame.call(wallet.confirmMove, { body });
  expect(await addressOfWallet()).toBe(to.address);
});

test("changes nothing when its statements are replayed after another move", async () => {
  const owner = await newOwner();
  const { to, from, frame, proof } = await moved(owner);
  await frame.finishMove(from.address, to.privateKey);
  const heard = await frame.moveBody(proof, from, to);
  const next = newWallet();
  await frame.askForKey(proof, "move");
  await frame.storeMove(proof, next, 3);
  await frame.confirmMove(proof, to, next);
  aMinuteLater(owner);
  // Neither wallet in the statements is the account's any more, with any challenge.
  const device = await frame.prove(walletActions.confirmMove);
  for (const body of [heard, { ...heard, device }])
    await expect(frame.call(wallet.confirmMove, { body })).rejects.toMatchObject({
      code: expect.stringMatching("wallet_proof_invalid|wait_not_over|device_unknown"),
    });
  expect((await frame.call(wallet.wallet, {})).address).toBe(next.address);
});

test("cannot be requested or done by a stolen session, or a browser without the wallet", async () => {
  const owner = await newOwner();
  const proof = await askedFor(owner);
  const to = newWallet();
  await owner.frame.storeMove(proof, to);
  const stolen = await openFrame(await server().newPerson(owner.person.email));
  // A proof is bound to its session and device.
  await expect(stolen.askForKey(proof, "move")).rejects.toMatchObject({ code: "proof_needed" });
  await expect(stolen.storeMove(proof, newWallet())).rejects.toMatchObject({ code: "proof_needed" });
  await expect(stolen.confirmMove(proof, owner.owner, to)).rejects.toMatchObject({ code: "proof_needed" });
  await expect(stolen.formerKey()).rejects.toMatchObject({ code: "device_unknown" });
  await expect(stolen.finishMove(owner.owner.address, to.privateKey)).rejects.toMatchObject({ code: "wallet_missing" });
  expect(await addressOf(owner)).toEqual(both(owner.owner.address));
});

test("takes the wallet from every other browser, and ends earlier passkeys, kits, links and waits", async () => {
  const { person, frame, owner, other, otherFrame } = await newPair();
  await frame.confirmKit(owner.privateKey);
  const pair = { person, frame, owner };
  await otherFrame.askForLink();
  await mailsSent(server().ctx);
  const link = await linkOf(person.email);
  const proof = await askedFor(pair);
  await frame.askForKey(proof, "export");
  await frame.storeMove(proof, newWallet());
  const to = newWallet();
  // Repeated with another new wallet: the previous one was never confirmed.
  await frame.storeMove(proof, to);
  await frame.confirmMove(proof, owner, to);
  expect(await frame.call(wallet.wallet, {})).toMatchObject({
    address: to.address,
    recovery: "mail_link",
    kit: null,
    waits: [],
    devices: [{ devicePublicKey: frame.devicePublicKey, version: 2, state: "active" }],
  });
  expect((await lastMail(person.email))?.text).toContain("7XQ2M0AB");
  await expect(otherFrame.fetchShare()).rejects.toMatchObject({ code: "device_unknown" });
  await expect(otherFrame.formerKey()).rejects.toMatchObject({ code: "device_unknown" });
  await expect(otherFrame.takeLink(link)).rejects.toMatchObject({ code: "recovery_link_invalid" });
  // A mailed link gives the new wallet to that browser a day later, and with it the old key.
  const atOther = { person: { ...other, email: person.email }, frame: otherFrame };
  node().lamports.set(to.address, 50_000_000);
  expect(await askAndOpen(atOther)).toHaveProperty("wait");
  const given = await waitForWallet(atOther);
  expect(given).toMatchObject({ address: to.address, serverShare: share(2), recoveryShare: share(9) });
  await otherFrame.store(to);
  await otherFrame.confirm();
  expect((await otherFrame.formerKey()).sealedKey).toBe(share(7));
});

test("waits for an airdrop of the account, which only the old key could continue", async () => {
  const owner = await newOwner();
  const proof = await askedFor(owner);
  const { db } = server().ctx;
  const { address } = owner.owner;
  await db.insert(airdropTasks).values({
    ...{ id: crypto.randomUUID(), uid: uidSchema.parse(owner.frame.uid), mint: newWallet().address, creator: address },
    ...{ airdropMint: newWallet().address, program: "token2022", decimals: 9, amount: tokenUnits(1n) },
    options: { toCreator: true, toMembers: true, toHolders: true },
    ...{ snapshotSlot: 1, snapshotAt: new Date(), membersCount: 0, holdersCount: 0, recipients: 0, batchSize: 18 },
    ...{ batches: 0, listHash: Buffer.alloc(32), state: airdropState.pending, makesPool: false },
    ...{ setUpId: crypto.randomUUID(), closeId: crypto.randomUUID() },
  });
  await expect(owner.frame.storeMove(proof, newWallet())).rejects.toMatchObject({ code: "conflict" });
});

test("keeps the people whom its person has invited", async () => {
  const owner = await newOwner();
  const friend = await server().newPerson();
  await server().ctx.db.execute(
    sql`update people set inviter_address = ${owner.owner.address} where email = ${friend.email}`,
  );
  const { to } = await moved(owner);
  const { rows } = await server().ctx.db.execute(sql`select inviter_address from people where email = ${friend.email}`);
  expect(rows).toEqual([{ inviter_address: to.address }]);
});
