import { join } from "node:path";
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { toChainAddress } from "@tribe/chain/accounts";
import { decodeOnce, lightPoolAddress, onceAddress } from "@tribe/chain/airdrop";
import { assembleTransaction, fromBase64, toBase64 } from "@tribe/chain/transactions";
import {
  type Address,
  airdropState,
  type Mint,
  routes,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { startEmbeddedChain } from "../../engines/chain/embedded.ts";
import { readAccount, readAccountWithOwner } from "../../engines/chain/read-account.ts";
import { chainCommand } from "../../testing/chain-command.ts";
import { codeOfError } from "../../testing/code-of.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { airdropBatches, airdropTasks } from "./schema.ts";
import { unpaidAmount } from "./store/batches.ts";
import { addHolders, amountAt, heldIn, mintTokens } from "./testing/given-tokens.ts";
import { lightFolder } from "./testing/light-folder.ts";
import { signAirdrop, signOnce } from "./testing/sign-airdrop.ts";

const light = await lightFolder();
let world: TestWorld;
let tribe: TestTribe;
let member: TestPerson;
let holder: TestPerson;
beforeAll(async () => {
  if (!light) return;
  world = await startTestWorld(undefined, { light });
  tribe = await world.newTribe(1_000n);
  [member, holder] = await Promise.all([world.newPerson(), world.newPerson()]);
  await world.buy(member, tribe, 20n);
  await world.buy(holder, tribe, 60n);
  await member.call(routes.chat.join, { body: { mint: tribe.mint } });
});
afterAll(() => world?.stop());
beforeEach(() => {
  onTestFailed(() => void process.stdout.write(world.app.logs.filter((line) => line.includes('"err"')).join("")));
});

const order = (amount: TokenUnits, options = {}) => ({
  body: {
    mint: tribe.mint,
    airdropMintAddress: tribe.mint,
    airdropAmount: amount,
    tokenType: "Token-2022" as const,
    options,
  },
});

test.skipIf(!light)(
  "an airdrop pays the Chief, members and holders by the split, and the chain has exactly those balances",
  async () => {
    const { chief } = tribe;
    const { tokens } = await chief.call(routes.airdrop.tokens, {});
    expect(tokens).toEqual([
      expect.objectContaining({ mintAddress: tribe.mint, tokenType: "Token-2022", decimals: 9, refusal: null }),
    ]);
    const amount = tokenUnits(100n * unitsPerToken);
    const before = await heldIn(world, chief.address, tribe.mint);
    const { taskId, task } = await chief.call(routes.airdrop.create, order(amount));
    expect(task).toMatchObject({
      snapshotMembersCount: 1,
      snapshotHoldersCount: 2,
      recipients: 3,
      totalBatches: 1,
      state: airdropState.pending,
    });
    await expect(chief.call(routes.airdrop.create, order(amount))).rejects.toMatchObject({ code: "airdrop_open" });
    const { entries } = await chief.call(routes.airdrop.recipients, { query: { taskId, limit: 1_000 } });
    const shareOf = (address: Address) => entries.find((entry) => entry.address === address)?.airdropAmount;
    // 10, 20 and 70 of 100; the holders' part is split by their holdings, one to three.
    expect(shareOf(chief.address)).toBe(10n * unitsPerToken);
    expect(shareOf(member.address)).toBe(20n * unitsPerToken + (70n * unitsPerToken) / 4n);
    expect(shareOf(holder.address)).toBe((70n * unitsPerToken * 3n) / 4n);

    await signAirdrop(chief, taskId);
    const status = await eventually("the airdrop is over", async () => {
      const now = await chief.call(routes.airdrop.status, { query: { taskId } });
      return now.state === airdropState.pending ? null : now;
    });
    expect(status).toMatchObject({
      state: airdropState.completed,
      completedBatches: 1,
      paidRecipients: 3,
      underWay: 0,
    });
    expect(await amountAt(world, await lightPoolAddress(tribe.mint))).toBe(amount);
    expect(await heldIn(world, chief.address, tribe.mint)).toBe(before - amount);
    const { tokens: brought } = await member.call(routes.claim.tokens, {});
    expect(brought).toEqual([
      expect.objectContaining({
        mintAddress: tribe.mint,
        amount: shareOf(member.address),
        authors: [{ address: chief.address, displayName: chief.name }],
      }),
    ]);
    expect(await chief.call(routes.airdrop.existing, { query: { mint: tribe.mint } })).toEqual({ task: null });
  },
);

test.skipIf(!light)("one that nobody but the Chief would get is refused, already in the preview", async () => {
  const empty = await world.newTribe(1_000n);
  const { chief, mint } = empty;
  const airdropAmount = tokenUnits(5n * unitsPerToken);
  const token = { mint, airdropMintAddress: mint, airdropAmount, tokenType: "Token-2022" as const };
  const refused = async (shouldAirdropToMembers: boolean, shouldAirdropToHolders: boolean) => {
    const query = {
      ...token,
      shouldAirdropToMembers: `${shouldAirdropToMembers}`,
      shouldAirdropToHolders: `${shouldAirdropToHolders}`,
    } as const;
    const { split, problem } = await chief.call(routes.airdrop.preview, { query });
    const options = { shouldAirdropToMembers, shouldAirdropToHolders };
    const created = await chief
      .call(routes.airdrop.create, { body: { ...token, options } })
      .then(({ task }) => task.recipients, codeOfError);
    return [split, problem, created];
  };
  const noTarget = [null, "airdrop_no_target", "airdrop_no_target"];
  // Nobody is there: whoever is chosen.
  for (const isChosen of [true, false]) expect(await refused(isChosen, isChosen)).toEqual(noTarget);
  // A holder without a seat, and only members are chosen.
  await world.buy(holder, empty, 3n);
  expect(await refused(true, false)).toEqual(noTarget);
});

/** A token of another creator, of which the Chief holds some. */
const mintForChief = (program: typeof TOKEN_PROGRAM_ID, decimals: number, units: bigint): Promise<Mint> =>
  mintTokens(world, tribe.chief.address, { program, decimals, units });
const slotOf = async (taskId: string): Promise<bigint> => {
  const [row] = await world.app.ctx.db.select().from(airdropTasks).where(eq(airdropTasks.id, taskId));
  return BigInt(row?.slot ?? -1);
};
/** Lets the chain go on until the list's account may be closed, and no further: the signed closing lives 150 slots. */
const untilClosable = async (taskId: string): Promise<void> => {
  const now = await world.chain.rpc.getSlot({ commitment: "confirmed" }).send();
  const left = Number((await slotOf(taskId)) + 153n - now);
  if (left > 0) await world.warp(left);
};

test.skipIf(!light).each([
  ["SPL", TOKEN_PROGRAM_ID, 0],
  ["Token-2022", TOKEN_2022_PROGRAM_ID, 9],
] as const)(
  "tokens of %s are paid to the last unit, and the deposit is refunded",
  async (tokenType, program, decimals) => {
    const { chief } = tribe;
    const amount = tokenUnits(1_000_003n);
    const mint = await mintForChief(program, decimals, amount);
    const { tokens } = await chief.call(routes.airdrop.tokens, {});
    expect(tokens).toContainEqual(expect.objectContaining({ mintAddress: mint, tokenType, decimals, amount }));
    const options = { shouldAirdropToCreator: false };
    const body = { mint: tribe.mint, airdropMintAddress: mint, airdropAmount: amount, tokenType, options };
    await expect(
      chief.call(routes.airdrop.create, { body: { ...body, airdropAmount: tokenUnits(amount + 1n) } }),
    ).rejects.toMatchObject({ code: "airdrop_too_large" });
    await expect(member.call(routes.airdrop.create, { body })).rejects.toMatchObject({ code: "forbidden" });
    const { taskId, task } = await chief.call(routes.airdrop.create, { body });
    await signAirdrop(chief, taskId);
    expect(await amountAt(world, await lightPoolAddress(mint))).toBe(amount);
    const { tokens: brought } = await holder.call(routes.claim.tokens, {});
    expect(brought).toContainEqual(expect.objectContaining({ mintAddress: mint, decimals, tokenType }));

    const list = Buffer.from(task.listHash, "hex");
    const once = await onceAddress(chief.address, { slot: await slotOf(taskId), list });
    // By its history: on a slow machine the account is closed before one can look.
    expect(await world.chain.rpc.getSignaturesForAddress(toChainAddress(once)).send()).not.toEqual([]);
    await untilClosable(taskId);
    await eventually("the deposit is back", async () => (await readAccount(world.chain, once)) === null);
  },
);

test.skipIf(!light)("one that is ended before anything was signed is cancelled at once, and pays nobody", async () => {
  const { chief } = tribe;
  const before = await heldIn(world, chief.address, tribe.mint);
  const { taskId } = await chief.call(routes.airdrop.create, order(tokenUnits(5n * unitsPerToken)));
  const { batches } = await chief.call(routes.airdrop.send, { body: { taskId, limit: 1 } });
  const { task } = await chief.call(routes.airdrop.terminate, { body: { taskId } });
  expect(task).toMatchObject({ state: airdropState.cancelled, completedBatches: 0 });
  // Batches that were prepared before count as expired.
  const signed = await Promise.all(
    batches.map(async ({ taskBatchId, message }) => ({ taskBatchId, message, signature: await chief.sign(message) })),
  );
  const { expired } = await chief.call(routes.airdrop.submit, { body: { batches: signed } });
  expect(expired).toEqual(batches.map(({ taskBatchId }) => taskBatchId));
  await expect(chief.call(routes.airdrop.send, { body: { taskId, limit: 1 } })).rejects.toMatchObject({
    code: "airdrop_ended",
  });
  expect(await heldIn(world, chief.address, tribe.mint)).toBe(before);
});

test.skipIf(!light)("another person's signature, and another Chief's airdrop, are refused", async () => {
  const { chief } = tribe;
  const { taskId } = await chief.call(routes.airdrop.create, order(tokenUnits(unitsPerToken)));
  const { batches } = await chief.call(routes.airdrop.send, { body: { taskId, limit: 1 } });
  const [step] = batches;
  if (!step) throw new Error("the setup is to be signed");
  const { taskBatchId, message } = step;
  const signature = await member.sign(message);
  await expect(chief.call(routes.airdrop.submit, { body: { taskBatchId, message, signature } })).rejects.toMatchObject({
    code: "ticket_signature_invalid",
  });
  for (const call of [
    () => member.call(routes.airdrop.submit, { body: { taskBatchId, message, signature } }),
    () => member.call(routes.airdrop.send, { body: { taskId, limit: 1 } }),
    () => member.call(routes.airdrop.status, { query: { taskId } }),
    () => member.call(routes.airdrop.recipients, { query: { taskId, limit: 1 } }),
    () => member.call(routes.airdrop.terminate, { body: { taskId } }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "not_found" });
  await chief.call(routes.airdrop.terminate, { body: { taskId } });
});

test.skipIf(!light)(
  "300 wallets are paid once each, also with duplicate submissions from two pages at the same time",
  async () => {
    const { chief } = tribe;
    await addHolders(world, tribe.mint, 300);
    const amount = tokenUnits(3_000_001n);
    const mint = await mintForChief(TOKEN_PROGRAM_ID, 6, amount);
    const body = { mint: tribe.mint, airdropMintAddress: mint, airdropAmount: amount, tokenType: "SPL" as const };
    const { taskId, task } = await chief.call(routes.airdrop.create, { body: { ...body, options: {} } });
    expect(task).toMatchObject({ recipients: 303, totalBatches: 17 });
    await Promise.all([signAirdrop(chief, taskId, 7), signAirdrop(chief, taskId, 5)]);
    expect(await amountAt(world, await lightPoolAddress(mint))).toBe(amount);
    expect(await chief.call(routes.airdrop.status, { query: { taskId } })).toMatchObject({
      ...{ state: airdropState.completed, completedBatches: 17, paidRecipients: 303 },
    });
  },
);

test.skipIf(!light)(
  "one that is ended on chain pays nobody else, even with signed batches, and reports who was paid",
  async () => {
    const { chief } = tribe;
    await addHolders(world, tribe.mint, 40);
    const amount = tokenUnits(3_000_001n);
    const mint = await mintForChief(TOKEN_PROGRAM_ID, 6, amount);
    const body = { mint: tribe.mint, airdropMintAddress: mint, airdropAmount: amount, tokenType: "SPL" as const };
    const { taskId, task } = await chief.call(routes.airdrop.create, { body: { ...body, options: {} } });
    const status = () => chief.call(routes.airdrop.status, { query: { taskId } });
    await signOnce(chief, taskId, 1);
    await eventually("it is set up", async () => (await status()).isSetUp);
    const next = async (limit: number) => (await chief.call(routes.airdrop.send, { body: { taskId, limit } })).batches;
    const signedOf = async (steps: Awaited<ReturnType<typeof next>>) =>
      Promise.all(
        steps.map(async ({ taskBatchId, message }) => ({ taskBatchId, message, signature: await chief.sign(message) })),
      );
    const [first, ...heldBack] = await signedOf(await next(3));
    if (!first) return expect.unreachable();
    await chief.call(routes.airdrop.submit, { body: { batches: [first] } });
    await eventually("one batch is through", async () => (await status()).completedBatches === 1);
    // The remaining sum is computed from the batches: unsubmitted ones count, also where no sum was stored.
    const { db } = world.app.ctx;
    const [row] = await db.select().from(airdropTasks).where(eq(airdropTasks.id, taskId));
    if (!row) return expect.unreachable();
    const left = () => unpaidAmount(db, row);
    const { entries: planned } = await chief.call(routes.airdrop.recipients, { query: { taskId, limit: 5_000 } });
    const unpaid = planned.filter(({ isPaid }) => !isPaid).reduce((sum, { airdropAmount }) => sum + airdropAmount, 0n);
    expect(await left()).toBe(unpaid);
    const kept = await db.select().from(airdropBatches).where(eq(airdropBatches.taskId, taskId));
    expect(kept.reduce((sum, batch) => sum + (batch.amount ?? 0n), 0n)).toBe(amount);
    await db
      .update(airdropBatches)
      .set({ amount: null })
      .where(and(eq(airdropBatches.taskId, taskId), eq(airdropBatches.index, 2)));
    expect(await left()).toBe(unpaid);

    await chief.call(routes.airdrop.terminate, { body: { taskId } });
    const ending = await next(1);
    expect(ending.map(({ kind }) => kind)).toEqual(["cancel", "close"]);
    await chief.call(routes.airdrop.submit, { body: { batches: await signedOf(ending) } });
    const once = await onceAddress(chief.address, {
      slot: await slotOf(taskId),
      list: Buffer.from(task.listHash, "hex"),
    });
    await eventually("it is cancelled on chain", async () => {
      const account = await readAccountWithOwner(world.chain, once);
      return account !== null && decodeOnce(account.owner, account.data)?.isCancelled === true;
    });
    // Signed before, and submitted only now.
    for (const { message, signature } of heldBack) {
      const wire = toBase64(assembleTransaction(fromBase64(message), { [chief.address]: signature }));
      const sent = world.chain.rpc.sendTransaction(wire as never, { encoding: "base64" }).send(); // kit's brand of base64
      await expect(sent).rejects.toThrow();
    }
    expect(await status()).toMatchObject({ state: airdropState.cancelled, completedBatches: 1, paidRecipients: 18 });
    const { entries } = await chief.call(routes.airdrop.recipients, { query: { taskId, limit: 5_000 } });
    const paid = entries.filter(({ isPaid }) => isPaid).reduce((sum, { airdropAmount }) => sum + airdropAmount, 0n);
    expect(entries.filter(({ isPaid }) => isPaid)).toHaveLength(18);
    expect(await amountAt(world, await lightPoolAddress(mint))).toBe(paid);
    await untilClosable(taskId);
    await eventually("the deposit is back", async () => (await readAccount(world.chain, once)) === null);
    // A new one can be started.
    expect(await chief.call(routes.airdrop.existing, { query: { mint: tribe.mint } })).toEqual({ task: null });
  },
);

const crashes = process.env.TRIBE_LONG === "1" ? 10 : 4;
test.skipIf(!light)(
  `after ${crashes} crashes of the chain and the signing page each of 300 people was paid once`,
  async () => {
    const { chief } = tribe;
    const amount = tokenUnits(7_000_003n);
    const mint = await mintForChief(TOKEN_PROGRAM_ID, 6, amount);
    const body = { mint: tribe.mint, airdropMintAddress: mint, airdropAmount: amount, tokenType: "SPL" as const };
    const { taskId, task } = await chief.call(routes.airdrop.create, { body: { ...body, options: {} } });
    expect(task.recipients).toBeGreaterThan(300);
    let chain = world.chain;
    const rpcPort = Number(new URL(chain.rpcUrl).port);
    const command = await chainCommand();
    const restart = () =>
      eventually(
        "the chain is back",
        () =>
          startEmbeddedChain({
            ...{ ledger: join(world.dataDir, "ledger"), rpcPort, programAddress: chain.programAddress },
            ...{ upgradeAuthority: world.superAdmin.address, slotMs: 50, enableWarp: true, ...command },
          }).catch(() => null), // the port is not free yet
        30_000,
      );
    try {
      for (let deaths = 0; deaths < crashes; deaths += 1) {
        // The page crashes with the chain: the result of its last call is lost.
        const page = signOnce(chief, taskId, 2).catch(() => undefined);
        if (deaths % 2 === 0) await page;
        process.kill(chain.pid, "SIGKILL");
        await page;
        chain = await restart();
      }
      await eventually(
        "the airdrop is through",
        () =>
          signAirdrop(chief, taskId).then(
            () => true,
            () => false,
          ),
        // Lost batches are signed again when their blockhash has expired, one after the other at worst.
        150_000,
      );
      expect(await amountAt(world, await lightPoolAddress(mint))).toBe(amount);
      expect(await heldIn(world, chief.address, mint, "token")).toBe(0n);
      expect(await chief.call(routes.airdrop.status, { query: { taskId } })).toMatchObject({
        ...{ state: airdropState.completed, completedBatches: task.totalBatches, paidRecipients: task.recipients },
      });
    } finally {
      if (chain !== world.chain) await chain.close();
    }
  },
  300_000,
);
