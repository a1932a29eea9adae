import {
  createAccount,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  transferChecked,
} from "@solana/spl-token";
import { Connection, Keypair, PublicKey } from "@solana/web3.js";
import { lightPoolAddress } from "@tribe/chain/airdrop";
import {
  type Address,
  type AnswerOf,
  airdropState,
  type Mint,
  routes,
  type TokenUnits,
  tokenUnits,
  unitsPerToken,
} from "@tribe/contract";
import { airdropLacking } from "@tribe/domain/airdrop";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { holdings } from "../indexer/schema.ts";
import {
  eventually,
  startTestWorld,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../indexer/testing/test-world.ts";
import { signAndConfirm } from "../transactions/testing/transaction-steps.ts";
import { addHolders, amountAt, mintTokens } from "./testing/given-tokens.ts";
import { lightFolder } from "./testing/light-folder.ts";
import { signAirdrop, signOnce } from "./testing/sign-airdrop.ts";

// Recipients get their parts by the snapshot, independent of later trades, and exactly once, for lists of any length.

const light = await lightFolder();
const withLight = test.skipIf(!light);
const isLong = process.env.TRIBE_LONG === "1";
/** A token of each program, with few and many decimals. */
const tokenKinds = [
  { tokenType: "SPL", program: TOKEN_PROGRAM_ID, decimals: 0 },
  { tokenType: "Token-2022", program: TOKEN_2022_PROGRAM_ID, decimals: 9 },
] as const;
type TokenKind = (typeof tokenKinds)[number];
let world: TestWorld;
/** A Tribe with its Chief and the people of the tests. */
let tribe: TestTribe;
/** Tribes with only a Chief, and holders added to the index: one for each program's tokens. */
let listed: Readonly<Record<TokenKind["tokenType"], TestTribe>>;
beforeAll(async () => {
  if (!light) return;
  world = await startTestWorld(undefined, { light });
  tribe = await world.newTribe(1_000n);
  listed = { SPL: await world.newTribe(0n), "Token-2022": await world.newTribe(0n) };
});
afterAll(() => world?.stop());
beforeEach(() => {
  onTestFailed(() => void process.stdout.write(world.app.logs.filter((line) => line.includes('"err"')).join("")));
});

type Entry = AnswerOf<typeof routes.airdrop.recipients>["entries"][number];
interface Given {
  readonly mint: Mint;
  readonly taskId: string;
  readonly amount: TokenUnits;
  readonly entries: readonly Entry[];
  readonly batches: number;
}

/** Creates an airdrop of a new token. */
const begin = async (
  { mint, chief }: TestTribe,
  amount: TokenUnits,
  options = {},
  { tokenType, program, decimals }: TokenKind = tokenKinds[0],
): Promise<Given> => {
  const airdropMintAddress = await mintTokens(world, chief.address, { program, decimals, units: amount });
  const { taskId, task } = await chief.call(routes.airdrop.create, {
    body: { mint, airdropMintAddress, airdropAmount: amount, tokenType, options },
  });
  const entries: Entry[] = [];
  for (let cursor: Address | null | undefined; cursor !== null; ) {
    const query = { taskId, limit: 5_000, ...(cursor ? { cursor } : {}) };
    const page = await chief.call(routes.airdrop.recipients, { query });
    entries.push(...page.entries);
    cursor = page.nextCursor;
  }
  const paid = entries.filter(({ airdropAmount }) => airdropAmount > 0n);
  expect(paid).toHaveLength(task.recipients);
  return { mint: airdropMintAddress, taskId, amount, entries, batches: task.totalBatches };
};

/** A wallet's compressed accounts of a mint, one amount each. */
const compressedOf = async (owner: Address, mint: Mint): Promise<readonly bigint[]> => {
  const { accounts, hasMore } = await world.app.ctx.compression.accountsOf(owner);
  expect(hasMore).toBe(false);
  return accounts.filter((account) => account.mint === mint).map(({ amount }) => amount);
};

/** Pays it, and expects that each recipient on chain got exactly their part, once, and all together the whole amount. */
const payAll = async ({ chief }: TestTribe, { taskId, mint, amount, entries }: Given): Promise<void> => {
  await signAirdrop(chief, taskId);
  const { state, paidRecipients } = await chief.call(routes.airdrop.status, { query: { taskId } });
  const paid = entries.filter(({ airdropAmount }) => airdropAmount > 0n);
  expect({ state, paidRecipients }).toEqual({ state: airdropState.completed, paidRecipients: paid.length });
  for (const { address, airdropAmount } of paid)
    expect(await compressedOf(address, mint), address).toEqual([airdropAmount]);
  expect(paid.reduce((sum, { airdropAmount }) => sum + airdropAmount, 0n)).toBe(amount);
  expect(await amountAt(world, await lightPoolAddress(mint))).toBe(amount);
};

const shareOf = ({ entries }: Given, { address }: { readonly address: Address }): bigint | null =>
  entries.find((entry) => entry.address === address)?.airdropAmount ?? null;

withLight.each(tokenKinds)("the Chief alone is one recipient, and gets all of it: $tokenType", async (token) => {
  const alone = listed[token.tokenType];
  await addHolders(world, alone.mint, 1);
  const options = { shouldAirdropToMembers: false, shouldAirdropToHolders: false };
  const given = await begin(alone, tokenUnits(1_000_000n), options, token);
  expect(given).toMatchObject({ batches: 1 });
  expect(shareOf(given, alone.chief)).toBe(1_000_000n);
  await payAll(alone, given);
});

/**
 * Recipients, and the transactions of eighteen that pay them: the spec's batch, ours, and one more than each; more in the
 * long run.
 */
const sizes: readonly (readonly [recipients: number, batches: number])[] = [
  ...(isLong
    ? ([
        [15, 1],
        [16, 1],
      ] as const)
    : []),
  [18, 1],
  [19, 2],
  [100, 6],
  ...(isLong
    ? ([
        [1_000, 56],
        [10_000, 556],
      ] as const)
    : []),
];
/** The programs alternate; the long run combines each size with both. */
const cases = sizes.flatMap(([recipients, batches], at) =>
  tokenKinds
    .filter((_, kind) => isLong || kind === at % tokenKinds.length)
    .map((token) => ({ recipients, batches, token })),
);
withLight.each(cases)(
  "$recipients recipients get their parts to the last unit in $batches transactions: $token.tokenType",
  async ({ recipients, batches, token }) => {
    const giving = listed[token.tokenType];
    const { length: before } = await world.app.ctx.db.select().from(holdings).where(eq(holdings.mint, giving.mint));
    await addHolders(world, giving.mint, recipients - 1 - before);
    // A prime: none of these numbers divides it.
    const amount = tokenUnits(100_000_007n);
    const given = await begin(giving, amount, {}, token);
    expect(given.batches).toBe(batches);
    const weights = given.entries.reduce((sum, { snapshotAmount }) => sum + snapshotAmount, 0n);
    const chiefs = shareOf(given, giving.chief) ?? 0n;
    // Ten of a hundred are 10,000,000.7, and the largest remainder is rounded up.
    expect(chiefs).toBe(10_000_001n);
    for (const { address, snapshotAmount, airdropAmount } of given.entries) {
      if (address === giving.chief.address) continue;
      // Rounded by less than a unit, up or down.
      const error = airdropAmount * weights - (amount - chiefs) * snapshotAmount;
      expect(error < weights && -error < weights, address).toBe(true);
    }
    await payAll(giving, given);
  },
  isLong ? 600_000 : 120_000,
);
/** Sends some of a Tribe's tokens to a token account that is not the owner's associated one, as anybody can. */
const giveElsewhere = async ({ mint, chief }: TestTribe, to: Address, units: bigint): Promise<void> => {
  const { rpcUrl, webSocketUrl: wsEndpoint } = world.chain;
  const connection = new Connection(rpcUrl, { commitment: "confirmed", wsEndpoint });
  const payer = Keypair.generate();
  await connection.requestAirdrop(payer.publicKey, 1_000_000_000);
  const prepared = await chief.call(routes.transfers.prepare, {
    body: {
      idempotencyKey: crypto.randomUUID(),
      recipient: payer.publicKey.toBase58() as Address,
      mint,
      amount: units,
    },
  });
  await signAndConfirm(chief, prepared);
  const [tokens, owner] = [new PublicKey(mint), new PublicKey(to)];
  const source = getAssociatedTokenAddressSync(tokens, payer.publicKey, false, TOKEN_2022_PROGRAM_ID);
  await eventually("the tokens arrive", async () => (await connection.getAccountInfo(source)) !== null);
  const account = await createAccount(connection, payer, tokens, owner, Keypair.generate(), {}, TOKEN_2022_PROGRAM_ID);
  await transferChecked(connection, payer, source, tokens, account, payer, units, 9, [], {}, TOKEN_2022_PROGRAM_ID);
};

withLight("somebody who holds by two accounts is one recipient, by the sum of both", async () => {
  const [both, other] = [await world.newPerson(), await world.newPerson()];
  await world.buy(both, tribe, 20n);
  await world.buy(other, tribe, 30n);
  await giveElsewhere(tribe, both.address, 10n * unitsPerToken);
  const options = { shouldAirdropToCreator: false, shouldAirdropToMembers: false };
  await eventually("the index has both accounts", async () => {
    const { holders } = await tribe.chief.call(routes.market.snapshot, { query: { mint: tribe.mint, limit: 100 } });
    return holders.find(({ address }) => address === both.address)?.snapshotAmount === 30n * unitsPerToken;
  });
  const given = await begin(tribe, tokenUnits(2_000_000n), options);
  expect(given.entries.filter(({ address }) => address === both.address)).toHaveLength(1);
  expect(shareOf(given, both)).toBe(1_000_000n);
  expect(shareOf(given, other)).toBe(1_000_000n);
  await payAll(tribe, given);
});

withLight(
  "a person who sells everything or loses the seat after the snapshot gets their part of it, and nothing next time",
  async () => {
    const [seller, member, holder]: readonly TestPerson[] = await Promise.all([
      world.newPerson(),
      world.newPerson(),
      world.newPerson(),
    ]);
    if (!seller || !member || !holder) return expect.unreachable();
    const later = await world.newTribe(0n);
    for (const person of [seller, member, holder]) await world.buy(person, later, 20n);
    for (const person of [seller, member]) await person.call(routes.chat.join, { body: { mint: later.mint } });
    const options = { shouldAirdropToCreator: false };
    const given = await begin(later, tokenUnits(6_000_000n), options);
    // 30 of 100 for two members, 70 for three equal holders.
    const parts = { member: 900_000n + 1_400_000n, holder: 1_400_000n };
    expect([seller, member, holder].map((person) => shareOf(given, person))).toEqual([
      ...[parts.member, parts.member, parts.holder],
    ]);
    await world.sell(seller, later, 20n);
    // Below ten tokens the seat is lost.
    await world.sell(member, later, 15n);
    await payAll(later, given);

    const next = await begin(later, tokenUnits(2_500_000n), options);
    expect([seller, member, holder].map((person) => shareOf(next, person))).toEqual([null, 500_000n, 2_000_000n]);
    await payAll(later, next);
    expect(await compressedOf(seller.address, next.mint)).toEqual([]);
  },
);

withLight(
  "a Chief who has sold some of the tokens meanwhile is told the missing amount, and continues when it is back",
  async () => {
    const own = await world.newTribe(20n);
    const { mint, chief } = own;
    await addHolders(world, mint, 1);
    const options = { shouldAirdropToMembers: false, shouldAirdropToHolders: false };
    const amount = tokenUnits(20n * unitsPerToken);
    const order = { mint, airdropMintAddress: mint, airdropAmount: amount, tokenType: "Token-2022" as const, options };
    const { taskId } = await chief.call(routes.airdrop.create, { body: order });
    await signOnce(chief, taskId, 1);
    const status = () => chief.call(routes.airdrop.status, { query: { taskId } });
    await eventually("it is set up", async () => (await status()).isSetUp);
    await world.sell(chief, own, 5n);
    await expect(signOnce(chief, taskId, 1)).rejects.toMatchObject({
      code: "insufficient_tokens",
      message: airdropLacking(5n, 0, "tokens"),
    });
    await world.buy(chief, own, 5n);
    await signAirdrop(chief, taskId);
    expect(await status()).toMatchObject({ state: airdropState.completed, paidRecipients: 1 });
    expect(await compressedOf(chief.address, mint)).toEqual([amount]);
  },
);

withLight("the holders of a Tribe that has migrated can't be chosen, others can", async () => {
  const migrated = await world.newTribe(100_000n, 120n);
  const visitor = await world.newPerson();
  await eventually("it has moved to its pool", async () => {
    const { newMint } = await visitor.call(routes.market.profile, { query: { mint: migrated.mint } });
    return newMint !== null;
  });
  const { mint, chief } = migrated;
  const amount = tokenUnits(2_000_000n);
  const token = { program: TOKEN_PROGRAM_ID, decimals: 0 };
  const airdropMintAddress = await mintTokens(world, chief.address, { ...token, units: amount });
  const order = { mint, airdropMintAddress, airdropAmount: amount, tokenType: "SPL" as const };
  const refused = { code: "airdrop_holders_unusable", status: 400 };
  // A missing option counts as on.
  await expect(chief.call(routes.airdrop.create, { body: { ...order, options: {} } })).rejects.toMatchObject(refused);
  await expect(chief.call(routes.airdrop.preview, { query: order })).rejects.toMatchObject(refused);
  await addHolders(world, mint, 1);
  const options = { shouldAirdropToMembers: false, shouldAirdropToHolders: false };
  const given = await begin(migrated, amount, options);
  expect(shareOf(given, chief)).toBe(amount);
  await payAll(migrated, given);
});
