import { decodeTokenState, tokenStateAddress } from "@tribe/chain/accounts";
import { buildMigrateMessage } from "@tribe/chain/messages";
import { lifecycleComputeUnitLimit } from "@tribe/chain/transactions";
import type { Mint, TokenId, TransactionSignature } from "@tribe/contract";
import { isClosed } from "@tribe/domain/curve";
import { operate } from "../../engines/chain/operate.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import type { Keys } from "../../engines/keys/port.ts";

/** The outcome of an attempt to migrate. */
export type MigrationOutcome =
  | { readonly kind: "migrated"; readonly signature: TransactionSignature }
  | { readonly kind: "already" }
  /** The curve is not full yet. */
  | { readonly kind: "open" };

/**
 * Migrates a full curve to its pool. The admin signs and pays, and the factory's vault refunds the rent if it can. The chain
 * decides what there is to do and ignores a second migration, so that this may be called any number of times, even at once.
 * @throws Error with the chain's reason
 */
export const migrateToken = async (
  { chain, keys }: { readonly chain: Chain; readonly keys: Pick<Keys, "admin"> },
  { mint, tokenId }: { readonly mint: Mint; readonly tokenId: TokenId },
): Promise<MigrationOutcome> => {
  const data = await readAccount(chain, await tokenStateAddress(tokenId, chain.programAddress));
  const state = data && decodeTokenState(data);
  if (!state || state.mint !== mint) throw new Error(`the chain has no token ${mint}`);
  if (state.migration) return { kind: "already" };
  if (!isClosed(state.curve)) return { kind: "open" };
  const computeUnitLimit = lifecycleComputeUnitLimit("migrate");
  const signature = await operate(chain, keys.admin, (frame) =>
    buildMigrateMessage({ ...frame, tokenId, computeUnitLimit }),
  );
  return { kind: "migrated", signature };
};
