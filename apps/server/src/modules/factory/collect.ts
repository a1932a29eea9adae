import { decodePoolState, decodeTokenState, migrationAddresses, tokenStateAddress } from "@tribe/chain/accounts";
import { buildCollectMessage, buildPoolCollectMessage } from "@tribe/chain/messages";
import { lifecycleComputeUnitLimit } from "@tribe/chain/transactions";
import {
  type Address,
  type Lamports,
  lamports,
  type Mint,
  type TokenId,
  type TradeVenue,
  type TransactionSignature,
  tradeVenues,
} from "@tribe/contract";
import { operate } from "../../engines/chain/operate.ts";
import type { Chain } from "../../engines/chain/port.ts";
import { readAccount } from "../../engines/chain/read-account.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import type { Keys } from "../../engines/keys/port.ts";
import { tokensWithCreatorFees } from "../earnings/index.ts";
import { factoryState } from "../market/index.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Pays creators the fees that have accrued. */
    "factory.collect": Record<string, never>;
  }
}

/** A creator is paid from this many lamports on: a collect costs the admin 15,000 at most, 0.15 %. */
export const worthCollecting = lamports(10_000_000n);

/** The fees that have accrued on a token's curve or in its pool. */
interface Accrued {
  readonly creator: Address;
  readonly creatorFees: Lamports;
  readonly platformFees: Lamports;
}

/**
 * Pays the fees of a token's curve or pool to creator and platform; the admin pays for the transaction. The amounts come from the
 * chain, so that nothing is paid twice.
 * @returns null when `isWorth` says no, or when there is no pool yet. @throws Error with the chain's reason
 */
export const collectFees = async (
  { chain, keys }: { readonly chain: Chain; readonly keys: Pick<Keys, "admin"> },
  token: { readonly mint: Mint; readonly tokenId: TokenId },
  venue: TradeVenue,
  isWorth: (accrued: Accrued) => boolean,
): Promise<TransactionSignature | null> => {
  const accrued = venue === "curve" ? await accruedAtCurve(chain, token) : await accruedAtPool(chain, token.tokenId);
  if (!accrued || !isWorth(accrued)) return null;
  const { feeReceiver } = await factoryState(chain);
  const { creator } = accrued;
  return operate(chain, keys.admin, (frame) =>
    venue === "curve"
      ? buildCollectMessage({ ...frame, tokenId: token.tokenId, creator, feeReceiver })
      : buildPoolCollectMessage({
          ...frame,
          tokenId: token.tokenId,
          creator,
          feeReceiver,
          computeUnitLimit: lifecycleComputeUnitLimit("collect"),
        }),
  );
};

const accruedAtCurve = async (
  chain: Chain,
  { mint, tokenId }: { readonly mint: Mint; readonly tokenId: TokenId },
): Promise<Accrued> => {
  const data = await readAccount(chain, await tokenStateAddress(tokenId, chain.programAddress));
  const state = data && decodeTokenState(data);
  if (!state || state.mint !== mint) throw new Error(`the chain has no token ${mint}`);
  return state;
};

const accruedAtPool = async (chain: Chain, tokenId: TokenId): Promise<Accrued | null> => {
  const data = await readAccount(chain, (await migrationAddresses(tokenId, chain.programAddress)).pool);
  return data && decodePoolState(data);
};

/** Collects for all creators every ten minutes. */
export const collectJob = defineJob({
  name: "factory.collect",
  cron: "*/10 * * * *",
  handler: (ctx) => async () => {
    // A token that fails does not hold up the others; the next run tries it again.
    for (const venue of tradeVenues)
      for (const token of await tokensWithCreatorFees(ctx.db, venue, worthCollecting))
        await collectFees(ctx, token, venue, ({ creatorFees }) => creatorFees >= worthCollecting).catch(
          (err: unknown) => ctx.log.warn({ err, mint: token.mint, venue }, "a creator's fees could not be collected"),
        );
  },
});
