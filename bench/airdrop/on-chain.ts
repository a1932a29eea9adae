import { TOKEN_PROGRAM_ID } from "@solana/spl-token";
import { toChainAddress } from "@tribe/chain/accounts";
import { airdropRents, onceAddress } from "@tribe/chain/airdrop";
import { fromBase64 } from "@tribe/chain/transactions";
import { type Address, type Mint, routes, type TransactionSignature, tokenUnits, unitsPerToken } from "@tribe/contract";
import { estimateAirdropFee } from "@tribe/domain/airdrop";
import { eq } from "drizzle-orm";
import { readAccount } from "../../apps/server/src/engines/chain/read-account.ts";
import { airdropBatches, airdropTasks } from "../../apps/server/src/modules/airdrop/schema.ts";
import { addHolders, mintTokens } from "../../apps/server/src/modules/airdrop/testing/given-tokens.ts";
import { signAirdrop } from "../../apps/server/src/modules/airdrop/testing/sign-airdrop.ts";
import {
  eventually,
  type TestPerson,
  type TestTribe,
  type TestWorld,
} from "../../apps/server/src/modules/indexer/testing/test-world.ts";
import { tickets } from "../../apps/server/src/modules/transactions/schema.ts";
import type { Row } from "../suite.ts";

const recipients = 1_000;
/** Bytes of a signature and the count before it. */
const signatureBytes = 65;

/** The published figure of Helius' comparable tool, from the issue for these rows; not measured here. */
const airShip = { who: "AirShip", value: 1_000 } as const;

const row = (name: string, value: number, unit: string, bar: number | null, more: Partial<Row> = {}): Row => ({
  ...{ name, value, unit, bar, better: "lower" },
  ...more,
});

const balanceOf = async ({ chain }: TestWorld, address: Address): Promise<bigint> =>
  (await chain.rpc.getBalance(toChainAddress(address), { commitment: "confirmed" }).send()).value;

/** The cost of a transaction on chain, after its confirmation. */
const metaOf = ({ chain }: TestWorld, signature: TransactionSignature): Promise<{ readonly units: number }> => {
  const options = { commitment: "confirmed", encoding: "base64", maxSupportedTransactionVersion: 0 } as const;
  return eventually(`${signature} is confirmed`, async () => {
    const found = await chain.rpc.getTransaction(signature as never, options).send(); // kit's brand of the same text
    return found?.meta ? { units: Number(found.meta.computeUnitsConsumed ?? 0n) } : null;
  });
};

/** One airdrop to a thousand recipients; its cost is what the Chief's wallet has paid once its account is closed. */
export const costRows = async (world: TestWorld): Promise<readonly Row[]> => {
  const { db } = world.app.ctx;
  const { chief, mint } = await world.newTribe(0n);
  await addHolders(world, mint, recipients - 1);
  const amount = tokenUnits(1_000_000_007n);
  const airdropMintAddress = await mintTokens(world, chief.address, {
    ...{ program: TOKEN_PROGRAM_ID, decimals: 6, units: amount },
  });
  const before = await balanceOf(world, chief.address);
  const { taskId, task } = await chief.call(routes.airdrop.create, {
    body: { mint, airdropMintAddress, airdropAmount: amount, tokenType: "SPL", options: {} },
  });
  if (task.recipients !== recipients) throw new Error(`${task.recipients} recipients were planned`);
  await signAirdrop(chief, taskId);
  const [stored] = await db.select().from(airdropTasks).where(eq(airdropTasks.id, taskId));
  if (!stored || stored.slot === null) throw new Error("the airdrop was not set up");
  const sent = await db
    .select({ index: airdropBatches.index, message: tickets.message, signature: tickets.signature })
    .from(airdropBatches)
    .innerJoin(tickets, eq(tickets.ticket, airdropBatches.ticket))
    .where(eq(airdropBatches.taskId, taskId));
  const metas = await Promise.all(sent.flatMap(({ signature }) => (signature ? [metaOf(world, signature)] : [])));
  const once = await onceAddress(chief.address, { slot: BigInt(stored.slot), list: new Uint8Array(stored.listHash) });
  // Enough to close the account, and few enough that the closing transaction does not expire.
  await world.warp(100);
  await eventually("the deposit is back", async () => (await readAccount(world.chain, once)) === null);
  const rents = airdropRents("token", task.totalBatches);
  const spent = Number(before - (await balanceOf(world, chief.address)) - rents.pool);
  // In addition to the batches: one signature for the setup, and one for the close.
  const ends = 2 * 5_000;
  return [
    row("lamports_per_recipient.1000.all", spent / recipients, "lamports", 890, { versus: airShip }),
    row("lamports_per_recipient.1000.batches", (spent - ends) / recipients, "lamports", 890),
    row(
      "lamports_per_recipient.1000.seed_estimate",
      Number(estimateAirdropFee(recipients)) / recipients,
      "lamports",
      null,
    ),
    row("pool_rent", Number(rents.pool), "lamports, not returned", null),
    row("once_rent.1000", Number(rents.once), "lamports, returned", null),
    row("batch.recipients", task.batchSize, "recipients", null, { better: "higher" }),
    row(
      "batch.bytes.max",
      Math.max(...sent.map(({ message }) => fromBase64(message).length + signatureBytes)),
      "bytes",
      1_232,
    ),
    row("batch.units.max", Math.max(...metas.map(({ units }) => units)), "units", 195_000),
  ];
};

const perClaim = 6;

/** A claim of six accounts, each from another airdrop. */
export const claimRows = async (world: TestWorld): Promise<readonly Row[]> => {
  const tribe = await world.newTribe(100n);
  const member = await world.newPerson();
  await world.buy(member, tribe, 20n);
  for (let brought = 0; brought < perClaim; brought += 1) await giveMember(tribe);
  const { tokens } = await member.call(routes.claim.tokens, {});
  const hashes = tokens.flatMap(({ accounts }) => accounts.map(({ hash }) => hash));
  if (hashes.length !== perClaim) throw new Error(`${hashes.length} accounts wait`);
  const { bytes, units } = await claim(world, member, tribe.mint, hashes);
  return [row("claim.6.bytes", bytes, "bytes", 1_232), row("claim.6.units", units, "units", 185_000)];
};

const giveMember = async ({ mint, chief }: TestTribe): Promise<void> => {
  const options = { shouldAirdropToCreator: false, shouldAirdropToMembers: false };
  const { taskId } = await chief.call(routes.airdrop.create, {
    body: {
      ...{ mint, airdropMintAddress: mint, tokenType: "Token-2022", options },
      airdropAmount: tokenUnits(unitsPerToken),
    },
  });
  await signAirdrop(chief, taskId);
};

const claim = async (world: TestWorld, person: TestPerson, mint: Mint, hashes: Address[]) => {
  const prepared = await person.call(routes.claim.prepare, {
    body: { idempotencyKey: crypto.randomUUID(), mintAddress: mint, hashes },
  });
  const { callbackTicket, transaction: message } = prepared;
  const signature = await person.sign(message);
  await person.call(routes.transactions.confirm, { body: { callbackTicket, message, signature } });
  await eventually("it is claimed", async () => (await person.call(routes.claim.tokens, {})).tokens.length === 0);
  const { units } = await metaOf(world, signature);
  return { units, bytes: fromBase64(message).length + signatureBytes };
};
