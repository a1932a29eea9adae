import { getBase64Encoder } from "@solana/kit";
import {
  decodePoolState,
  decodeTokenState,
  migrationAddresses,
  toChainAddress,
  tokenStateAddress,
} from "@tribe/chain/accounts";
import { toSignature } from "@tribe/chain/transactions";
import { type CreatorStatement, creatorStatementText, handleStatementSeconds, type Mint } from "@tribe/contract";
import { supplyOnCurve } from "@tribe/domain/curve";
import { eq, or } from "drizzle-orm";
import type { ReadingContext } from "../../../context.ts";
import type { Reader } from "../../../db/client.ts";
import { attestationSigner } from "../../../engines/keys/attestation.ts";
import { tokens } from "../../indexer/schema.ts";

/**
 * Signs who created the Tribe of a mint, as the chain of the process with the keys says: a wallet's own node could name anybody.
 * Null for a mint of no Tribe here, and while the chain does not answer.
 */
export const creatorStatement = async (
  { chain, keys, log, now }: Pick<ReadingContext, "chain" | "keys" | "log" | "now">,
  db: Reader,
  mint: Mint,
): Promise<CreatorStatement | null> => {
  // The row only says where to look: what is found there must be of this mint.
  const [hint] = await db
    .select({ tokenId: tokens.tokenId })
    .from(tokens)
    .where(or(eq(tokens.mint, mint), eq(tokens.newMint, mint)));
  if (!hint) return null;
  const places = [
    await tokenStateAddress(hint.tokenId, chain.programAddress),
    (await migrationAddresses(hint.tokenId, chain.programAddress)).pool,
  ];
  try {
    const { value } = await chain.rpc
      .getMultipleAccounts(places.map(toChainAddress), { commitment: "confirmed", encoding: "base64" })
      .send();
    const [stateBytes, poolBytes] = value.map((found) =>
      found ? new Uint8Array(getBase64Encoder().encode(found.data[0])) : null,
    );
    const state = stateBytes ? decodeTokenState(stateBytes) : null;
    const pool = poolBytes ? decodePoolState(poolBytes) : null;
    // After a migration the pool names who gets the fees of a swap.
    const creator = state?.mint === mint ? state.creator : pool?.mint === mint ? pool.creator : null;
    if (creator === null || state === null) return null;
    const supply = supplyOnCurve(state.curve, state.referralBonus);
    const unsigned = { mint, creator, supply: `${supply}`, expiresAt: now() + handleStatementSeconds * 1_000 };
    const signer = await attestationSigner(keys);
    const signature = await signer.sign(Buffer.from(creatorStatementText(unsigned)));
    return { ...unsigned, signature: toSignature(Uint8Array.from(signature)) };
  } catch (error) {
    log.warn({ mint, error }, "a token's creator could not be read");
    return null;
  }
};
