import { type Address, routes, walletWaits } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { newIndexedTribe } from "../../indexer/testing/indexed-tribe.ts";
import { moveSteps } from "../testing/move-steps.ts";
import { newWallet, share } from "../testing/wallet-frames.ts";

// How long the key of the wallet before is kept, who gets it, and what ends it.

const { wallet } = routes;
const day = walletWaits.keySeconds * 1_000;
const { server, node, moved, askedFor, aMinuteLater, openFrame, newOwner, refreshed, refresh, lastMail } = moveSteps();

test("keeps the old key until the old wallet is empty on chain, and is finished by the new wallet's signature", async () => {
  const owner = await newOwner();
  const { from, to, frame, person, proof } = await moved(owner);
  node().lamports.set(from.address, 1);
  const end = (by = to) => frame.finishMove(from.address, by.privateKey);
  await expect(end()).rejects.toMatchObject({ code: "conflict" });
  // Another move would leave the first one's key without a wallet to open it.
  await frame.askForKey(proof, "move");
  server().clock.offset = day + 1_000;
  const fresh = await refreshed(owner);
  await expect(frame.storeMove(fresh, newWallet(), 3)).rejects.toMatchObject({ code: "conflict" });
  server().clock.offset = 0;
  refresh(owner);
  node().lamports.delete(from.address);
  await expect(end(from)).rejects.toMatchObject({ code: "wallet_proof_invalid" });
  expect((await frame.formerKey()).sealedKey).toBe(share(7));
  await end();
  // Finishing twice has no further effect.
  await end();
  expect((await lastMail(person.email))?.subject).toBe("Your move to a new wallet is finished");
});

/** The former key's row, as it lies in the database. */
const keptKeyOf = async (from: Address) => {
  const { rows } = await server().ctx.db.execute<{ sealed_key: Buffer | null }>(
    sql`select sealed_key from wallet_moves where from_address = ${from}`,
  );
  return rows[0]?.sealed_key ?? null;
};
/** Has the queue run the deletion now that its time has come by the server's clock. */
const runDeletion = async () => {
  await server().ctx.db.execute(sql`
    update graphile_worker._private_jobs as job set run_at = now() from graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'wallet.forgetFormerKey'`);
  await server().ctx.db.execute(sql`select pg_notify('jobs:insert', '{"count":1}')`);
};

test("keeps the old key for thirty days after the move was finished, gives it until then, and deletes it after", async () => {
  const owner = await newOwner();
  const { from, to, frame } = await moved(owner);
  await frame.finishMove(from.address, to.privateKey);
  const { move } = await frame.call(wallet.wallet, {});
  expect(move).toMatchObject({ from: from.address, isFinished: true });
  const keptUntil = move?.keptUntil ?? 0;
  expect(keptUntil - server().ctx.now()).toBeGreaterThan(29.9 * day);
  server().clock.offset = 29 * day;
  refresh(owner);
  expect((await frame.formerKey()).sealedKey).toBe(share(7));
  // Whoever has the new wallet has the old one: what is there still counts.
  node().lamports.set(from.address, 1);
  const proof = await refreshed(owner);
  const wait = await frame.askForKey(proof, "export");
  expect(wait.readyAt - wait.askedAt).toBe(day);
  server().clock.offset = 31 * day;
  refresh(owner);
  await expect(frame.formerKey()).rejects.toMatchObject({ code: "wallet_missing" });
  expect(await keptKeyOf(from.address)).not.toBeNull();
  await runDeletion();
  await expect.poll(() => keptKeyOf(from.address)).toBeNull();
});

test("deletes no key early, even where the queue's clock is ahead", async () => {
  const owner = await newOwner();
  const { from, to, frame } = await moved(owner);
  await frame.finishMove(from.address, to.privateKey);
  const due = async () => {
    const { rows } = await server().ctx.db.execute<{ id: string }>(sql`
      select job.id from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = job.task_id
      where task.identifier = 'wallet.forgetFormerKey' and job.payload ->> 'from' = ${from.address}`);
    return rows.map(({ id }) => id);
  };
  const [before] = await due();
  await runDeletion();
  // It was put back for later, not dropped.
  await expect.poll(due).toEqual([expect.not.stringMatching(`^${before}$`)]);
  expect((await frame.formerKey()).sealedKey).toBe(share(7));
});

test("moves again while the key before is kept, which ends that one, but not while something is there", async () => {
  const owner = await newOwner();
  const { from, to, frame, proof } = await moved(owner);
  await frame.finishMove(from.address, to.privateKey);
  await frame.askForKey(proof, "move");
  const next = newWallet();
  await frame.storeMove(proof, next, 3);
  node().lamports.set(from.address, 1);
  await expect(frame.confirmMove(proof, to, next)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining(from.address),
  });
  expect(await keptKeyOf(from.address)).not.toBeNull();
  node().lamports.delete(from.address);
  await frame.confirmMove(proof, to, next);
  expect(await keptKeyOf(from.address)).toBeNull();
  expect(await frame.formerKey()).toMatchObject({ from: to.address });
});

test("is not finished while a node sees anything at the old wallet, or says nothing for certain", async () => {
  const owner = await newOwner();
  const { from, to, frame } = await moved(owner);
  const conflict = { code: "conflict" };
  const end = () => {
    aMinuteLater(owner);
    return frame.finishMove(from.address, to.privateKey);
  };
  node().tokens.set(from.address, 0n);
  await expect(end()).rejects.toMatchObject(conflict);
  node().tokens.clear();
  // A Tribe that the index does not know.
  node().chiefs.add(from.address);
  await expect(end()).rejects.toMatchObject(conflict);
  node().chiefs.clear();
  const { blockTime } = node();
  node().blockTime = Date.now() - 600_000;
  await expect(end()).rejects.toMatchObject(conflict);
  node().blockTime = blockTime;
  node().others = null;
  await expect(end()).rejects.toMatchObject(conflict);
  node().others = 0;
  await end();
});

test("lists the Tribes whose Chief the old wallet still is, and cannot be finished while there is one", async () => {
  const owner = await newOwner();
  const { from, to, frame } = await moved(owner);
  const mint = await newIndexedTribe(server(), from.address);
  expect((await frame.formerKey()).tribes).toMatchObject([{ mint, newMint: null }]);
  await expect(frame.finishMove(from.address, to.privateKey)).rejects.toMatchObject({ code: "conflict" });
  await server().ctx.db.execute(sql`update tokens set creator_address = ${to.address} where mint = ${mint}`);
  await frame.finishMove(from.address, to.privateKey);
});

test("counts the old wallet's balance, so that waits are not shortened during a move", async () => {
  const owner = await newOwner();
  const { from, frame, proof } = await moved(owner);
  node().lamports.set(from.address, 1);
  const wait = await frame.askForKey(proof, "export");
  expect(wait.readyAt - wait.askedAt).toBe(day);
});

test("leaves the old key without any right to act for the account, or to become another account's wallet", async () => {
  const owner = await newOwner();
  const { from, frame } = await moved(owner);
  await expect(frame.store(from, 3)).rejects.toMatchObject({ code: "wallet_exists" });
  await expect(frame.confirmKit(from.privateKey)).rejects.toMatchObject({ code: "wallet_proof_invalid" });
  const thief = await openFrame(await server().newPerson());
  await thief.store(from);
  await expect(thief.confirm()).rejects.toMatchObject({ code: "wallet_exists" });
  // And nobody can move to the old wallet, not even its person.
  const second = await newOwner();
  const proof = await askedFor(second);
  await expect(second.frame.storeMove(proof, from)).rejects.toMatchObject({ code: "wallet_exists" });
});

test("cannot be forged by writing to the database, which reveals no key either", async () => {
  const owner = await newOwner();
  const proof = await askedFor(owner);
  const { frame, owner: from } = owner;
  const [to, thief] = [newWallet(), newWallet()];
  await frame.storeMove(proof, to);
  const { db } = server().ctx;
  // A row of an attacker's wallet replaces the one that the browser stored.
  await db.execute(sql`update wallet_moves set to_address = ${thief.address} where from_address = ${from.address}`);
  await expect(frame.confirmMove(proof, from, thief)).rejects.toMatchObject({ code: "wallet_record_invalid" });
  await db.execute(sql`update wallet_moves set to_address = ${to.address} where from_address = ${from.address}`);
  await frame.confirmMove(proof, from, to);
  // Another move's key cannot be opened with this one's context.
  const other = await moved(await newOwner());
  await db.execute(sql`update wallet_moves set sealed_key =
    (select sealed_key from wallet_moves where from_address = ${other.from.address}) where from_address = ${from.address}`);
  await expect(frame.formerKey()).rejects.toThrow();
  await db.execute(sql`update people set address = ${thief.address} where address = ${to.address}`);
  expect((await frame.call(wallet.wallet, {})).address).toBe(to.address);
});
