import { isTokenEvent, type PoolEvent, type ProgramEvent, type TokenEvent } from "@tribe/chain";
import { type Address, defaultGroupSize, lamports, tokenUnits, unitsPerToken } from "@tribe/contract";
import { unitPrice } from "@tribe/domain";
import { eq } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { readServerPause } from "../../system/index.ts";
import { recordSightings, type Sighting } from "../holdings.ts";
import { judgeSeats } from "../judge-seats.ts";
import { chainEvents, channels, tokens } from "../schema.ts";
import { applyPoolEvent } from "./apply-pool.ts";
import type { ChainTransaction } from "./chain-transaction.ts";
import { wordsOfCreation } from "./creation-words.ts";
import { placeOf } from "./place.ts";
import { recordTrade } from "./record-trade.ts";
import { SequenceGap } from "./sequence-gap.ts";

/**
 * Takes one transaction in, in the caller's transaction: its events once each, what follows from them, the balances
 * that it left and the seats that hang on those.
 * @throws SequenceGap when an earlier event of the same token is not stored yet. Nothing of the transaction is kept then.
 */
export const takeIn = async (tx: Executor, transaction: ChainTransaction): Promise<void> => {
  const { events, poolEvents } = transaction;
  const isCreation = events.some((event) => event.kind === "tokenCreated");
  for (const [eventIndex, event] of events.entries()) {
    const mint = isTokenEvent(event) ? event.mint : null;
    const isNew = await storeEvent(tx, transaction, eventIndex, event, { mint, seq: placeOf("curve", event.seq) });
    if (isNew && (event.kind === "factoryPaused" || event.kind === "factoryUnpaused"))
      await tellPause(tx, event.kind === "factoryPaused");
    if (isNew && isTokenEvent(event)) await apply(tx, transaction, event, isCreation);
  }
  // A pool's events come after the curve's: the migration that made it is among those.
  for (const [index, event] of poolEvents.entries()) {
    const [token] = await tx.select().from(tokens).where(eq(tokens.tokenId, event.tokenId)).for("update");
    if (!token) throw new SequenceGap(event.tokenId);
    const place = { mint: token.mint, seq: placeOf("pool", event.seq) };
    if (await storeEvent(tx, transaction, events.length + index, event, place))
      await applyPoolEvent(tx, transaction, event, token);
  }
  await takeSightings(tx, transaction.sightings);
  if (events.length + poolEvents.length > 0) {
    // What left or came in beside tokens: fees, cost, proceeds.
    const addresses = new Set([transaction.feePayer, ...[...events, ...poolEvents].flatMap(beneficiariesOf)]);
    await writeEvent(tx, "balance.changed", { addresses: [...addresses] });
  }
};

const tellPause = async (tx: Executor, isFactoryPaused: boolean): Promise<void> => {
  const isServerPaused = await readServerPause(tx);
  await writeEvent(tx, "system.changed", { isSystemPaused: isFactoryPaused || isServerPaused, isServerPaused });
};

const beneficiariesOf = (event: ProgramEvent | PoolEvent): Address[] => {
  switch (event.kind) {
    case "tokenBought":
    case "tokenSold":
      return event.referrer ? [event.referrer] : [];
    case "poolBought":
    case "poolSold":
      return [event.trader];
    case "feesCollected":
    case "poolFeesCollected":
      return [event.creator];
    default:
      return [];
  }
};

/** Records balances and judges the seats of whoever's holding changed, in one commit. */
export const takeSightings = async (tx: Executor, sightings: readonly Sighting[]): Promise<void> => {
  const changed = await recordSightings(tx, sightings);
  for (const [mint, owners] of changed) await judgeSeats(tx, mint, owners);
  const addresses = [...new Set([...changed.values()].flat())];
  if (addresses.length > 0) await writeEvent(tx, "balance.changed", { addresses });
};

const storeEvent = async (
  tx: Executor,
  transaction: ChainTransaction,
  eventIndex: number,
  event: ProgramEvent | PoolEvent,
  { mint, seq }: Pick<typeof chainEvents.$inferSelect, "mint" | "seq">,
): Promise<boolean> => {
  const inserted = await tx
    .insert(chainEvents)
    .values({
      signature: transaction.signature,
      eventIndex,
      kind: event.kind,
      mint,
      seq,
      slot: transaction.slot,
      blockTime: transaction.blockTime,
      data: JSON.parse(JSON.stringify(event, (_key, value) => (typeof value === "bigint" ? `${value}` : value))),
    })
    .onConflictDoNothing({ target: [chainEvents.signature, chainEvents.eventIndex] })
    .returning({ seq: chainEvents.seq });
  return inserted.length === 1;
};

const apply = async (tx: Executor, transaction: ChainTransaction, event: TokenEvent, isCreation: boolean) => {
  if (event.kind === "tokenCreated") return applyCreation(tx, transaction, event);
  const [token] = await tx.select().from(tokens).where(eq(tokens.mint, event.mint)).for("update");
  if (!token || event.seq !== token.nextSeq) throw new SequenceGap(event.tokenId);
  await tx
    .update(tokens)
    .set({ nextSeq: event.seq + 1n })
    .where(eq(tokens.mint, event.mint));
  if (event.kind === "tokenMigrated") {
    const { mint, newMint, liquidityAddress, rate: conversionRate } = event;
    await tx
      .update(tokens)
      .set({ newMint, liquidityAddress, conversionRate, reserve: lamports(0n) })
      .where(eq(tokens.mint, mint));
    await writeEvent(tx, "token.migrated", { mint, newMint, liquidityAddress });
    return;
  }
  if (event.kind !== "tokenBought" && event.kind !== "tokenSold") return;
  const isBuy = event.kind === "tokenBought";
  const supply = tokenUnits(isBuy ? event.supplyBeforeTrade + event.amount : event.supplyBeforeTrade - event.amount);
  const reserve = lamports(isBuy ? token.reserve + event.price : token.reserve - event.price);
  const trade = {
    seq: placeOf("curve", event.seq),
    signature: transaction.signature,
    kind: isBuy ? (isCreation ? ("create" as const) : ("buy" as const)) : ("sell" as const),
    venue: "curve" as const,
    trader: event.trader,
    amount: event.amount,
    newTokens: null,
    value: event.price,
    unitPrice: lamports(event.amount === 0n ? 0n : (event.price * unitsPerToken) / event.amount),
    priceAfter: unitPrice(supply, token.coefficient),
    supplyAfter: supply,
    platformFee: event.platformFee,
    creatorFee: event.creatorFee,
    referralFee: event.referralFee,
    referrer: event.referrer,
    isRanked: event.trader !== event.creator && event.trader !== event.referrer,
    blockTime: transaction.blockTime,
  };
  await recordTrade(tx, token, trade, { supply, reserve, pool: null });
  if (supply >= token.maxSupply) await writeEvent(tx, "curve.closed", { mint: event.mint });
};

const applyCreation = async (
  tx: Executor,
  transaction: ChainTransaction,
  event: Extract<TokenEvent, { kind: "tokenCreated" }>,
) => {
  const { mint } = event;
  const { name, symbol } = wordsOfCreation(transaction, event.tokenId);
  await tx.insert(tokens).values({
    mint,
    tokenId: event.tokenId,
    creatorAddress: event.creator,
    name,
    symbol,
    supply: event.floor,
    reserve: lamports(0n),
    floor: event.floor,
    maxSupply: event.xMax,
    coefficient: event.coefficient,
    referralBonus: event.referralBonus,
    price: unitPrice(event.floor, event.coefficient),
    nextSeq: event.seq + 1n,
    createdAt: transaction.blockTime,
  });
  // On a rebuild of the index the channel, with its messages, is there already.
  await tx.insert(channels).values({ mint, groupSize: defaultGroupSize }).onConflictDoNothing();
  await writeEvent(tx, "token.created", { mint, signature: transaction.signature });
};
