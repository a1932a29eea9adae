import { decodePoolState, decodeTokenState, migrationAddresses, tokenStateAddress } from "@tribe/chain/accounts";
import { toSignature } from "@tribe/chain/transactions";
import {
  type Address,
  type CreatorStatement,
  creatorStatementText,
  handleStatementSeconds,
  type Mint,
  type TokenId,
} from "@tribe/contract";
import { supplyOnCurve } from "@tribe/domain/curve";
import type { ReadingContext } from "../../../context/context.ts";
import type { Reader } from "../../../db/client.ts";
import type { Chain } from "../../../engines/chain/port.ts";
import { readAccount } from "../../../engines/chain/read-account.ts";
import { attestationSigner } from "../../../engines/keys/attestation.ts";
import { tribesOf } from "../store/tribes.ts";

/**
 * Signs who created the Tribe of a mint, as every node of the process with the keys says: a wallet's own node could name anybody.
 * Null for a mint of no Tribe here, where the nodes differ, and while one does not answer.
 */
export const creatorStatement = async (
  { chain, walletNodes, keys, log, now }: Pick<ReadingContext, "chain" | "walletNodes" | "keys" | "log" | "now">,
  db: Reader,
  mint: Mint,
): Promise<CreatorStatement | null> => {
  const [tribe] = await tribesOf(db, [mint]);
  if (!tribe) return null;
  try {
    const [first, ...others] = await Promise.all(
      walletNodes.map((node) => tribeAt(node, chain.programAddress, tribe.tokenId, mint)),
    );
    if (!first || others.some((other) => other?.creator !== first.creator)) return null;
    const unsigned = {
      mint,
      creator: first.creator,
      supply: `${first.supply}`,
      expiresAt: now() + handleStatementSeconds * 1_000,
    };
    const signer = await attestationSigner(keys);
    const signature = await signer.sign(Buffer.from(creatorStatementText(unsigned)));
    return { ...unsigned, signature: toSignature(Uint8Array.from(signature)) };
  } catch (error) {
    log.warn({ mint, error }, "a token's creator could not be read");
    return null;
  }
};

/** The creator of a mint's Tribe, and what people hold of it, by one node; null where nothing there is of this mint. */
const tribeAt = async (
  node: Pick<Chain, "rpc">,
  program: Address,
  tokenId: TokenId,
  mint: Mint,
): Promise<{ readonly creator: Address; readonly supply: bigint } | null> => {
  const [stateBytes, poolBytes] = await Promise.all([
    readAccount(node, await tokenStateAddress(tokenId, program)),
    readAccount(node, (await migrationAddresses(tokenId, program)).pool),
  ]);
  const state = stateBytes && decodeTokenState(stateBytes);
  const pool = poolBytes && decodePoolState(poolBytes);
  if (!state) return null;
  // After a migration the pool names who gets the fees of a swap.
  const creator = state.mint === mint ? state.creator : pool?.mint === mint ? pool.creator : null;
  return creator === null ? null : { creator, supply: supplyOnCurve(state.curve, state.referralBonus) };
};
