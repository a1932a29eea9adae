import { getBase64Encoder } from "@solana/kit";
import {
  decodePoolState,
  decodeTokenState,
  migrationAddresses,
  toChainAddress,
  tokenStateAddress,
} from "@tribe/chain/accounts";
import {
  type Address,
  cautiousLamportsPerUnit,
  lamports,
  type Outflow,
  type TokenId,
  tokenUnits,
} from "@tribe/contract";
import { proceedsOfSell, sellableOnCurve } from "@tribe/domain/curve";
import { tokensOf } from "@tribe/domain/outflow";
import { convertedUnits, newTokenUnits, sellToPool } from "@tribe/domain/pool";
import { eq, or } from "drizzle-orm";
import type { ReadingContext } from "../../../context.ts";
import type { Reader } from "../../../db/client.ts";
import { tokens } from "../../indexer/schema.ts";

type WorthContext = Pick<ReadingContext, "chain" | "log">;

/**
 * What the tokens of an outflow are worth, in lamports: what selling them now would bring, before fees; of a few known mints a
 * cautious bound. 0 where none leave; null where nobody can tell, and while the chain does not answer.
 */
export const tokensWorth = async (ctx: WorthContext, db: Reader, outflow: Outflow): Promise<bigint | null> => {
  const leaving = tokensOf(outflow);
  if (!leaving) return 0n;
  const pinned = cautiousLamportsPerUnit.get(leaving.mint);
  if (pinned !== undefined) return leaving.units * pinned;
  // The row only says where to look: what is found there must be of this mint.
  const [hint] = await db
    .select({ tokenId: tokens.tokenId })
    .from(tokens)
    .where(or(eq(tokens.mint, leaving.mint), eq(tokens.newMint, leaving.mint)));
  if (!hint) return null;
  try {
    return await worthOnChain(ctx, hint.tokenId, leaving);
  } catch (error) {
    ctx.log.warn({ mint: leaving.mint, error }, "the worth of tokens could not be read");
    return null;
  }
};

const worthOnChain = async (
  { chain }: WorthContext,
  tokenId: TokenId,
  { mint, units }: { readonly mint: Address; readonly units: bigint },
): Promise<bigint | null> => {
  const place = await tokenStateAddress(tokenId, chain.programAddress);
  const { pool: poolPlace } = await migrationAddresses(tokenId, chain.programAddress);
  const { value } = await chain.rpc
    .getMultipleAccounts([place, poolPlace].map(toChainAddress), { commitment: "confirmed", encoding: "base64" })
    .send();
  const [stateBytes, poolBytes] = value.map((found) =>
    found ? new Uint8Array(getBase64Encoder().encode(found.data[0])) : null,
  );
  const state = stateBytes ? decodeTokenState(stateBytes) : null;
  if (!state) return null;
  const { curve, migration } = state;
  if (!migration) {
    if (state.mint !== mint) return null;
    const sellable = sellableOnCurve(curve);
    const sold = units < sellable ? units : sellable;
    return sold === 0n ? 0n : proceedsOfSell(curve.x, tokenUnits(sold), curve.coefficient);
  }
  const pool = poolBytes ? decodePoolState(poolBytes) : null;
  if (!pool || pool.mint !== migration.newMint || (mint !== state.mint && mint !== pool.mint)) return null;
  const sold = mint === pool.mint ? newTokenUnits(units) : convertedUnits(tokenUnits(units), migration.rate);
  if (sold === 0n) return 0n;
  const reserves = { lamports: pool.reserves.lamports, tokens: newTokenUnits(pool.reserves.tokens) };
  const free = { liquidityBps: 0, creatorBps: 0, platformBps: 0 };
  const result = sellToPool(reserves, free, sold, lamports(0n));
  // Too few for a single lamport.
  return result.kind === "swapped" ? result.output : 0n;
};
