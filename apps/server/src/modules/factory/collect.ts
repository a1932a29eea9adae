import { getBase64Encoder } from "@solana/kit";
import {
  buildCollectMessage,
  decodeTokenState,
  type TokenState,
  toChainAddress,
  tokenStateAddress,
} from "@tribe/chain";
import { lamports, type Mint, type TokenId, type TransactionSignature } from "@tribe/contract";
import type { AppContext } from "../../context.ts";
import { operate } from "../../engines/chain/operate.ts";
import { defineJob } from "../../engines/jobs/definition.ts";
import { factoryState, tokensWithCreatorFees } from "../market/index.ts";

declare module "../../engines/jobs/port.ts" {
  interface JobPayloads {
    /** Pays creators what accrued. */
    "factory.collect": Record<string, never>;
  }
}

/** Lamports from which on a creator is paid: a collect costs the admin at most 15,000 of them, 0.15 %. */
const worthCollecting = lamports(10_000_000n);

/**
 * Pays a token's accrued fees to creator and platform; the admin pays the transaction. What the chain has decides, so
 * that nothing is paid for twice.
 * @returns null when `isWorth` says no. @throws Error with the chain's words.
 */
export const collectFees = async (
  { chain, keys }: Pick<AppContext, "chain" | "keys">,
  { mint, tokenId }: { readonly mint: Mint; readonly tokenId: TokenId },
  isWorth: (state: TokenState) => boolean,
): Promise<TransactionSignature | null> => {
  const address = await tokenStateAddress(tokenId, chain.programAddress);
  const { value } = await chain.rpc
    .getAccountInfo(toChainAddress(address), { commitment: "confirmed", encoding: "base64" })
    .send();
  const state = value && decodeTokenState(new Uint8Array(getBase64Encoder().encode(value.data[0])));
  if (!state || state.mint !== mint) throw new Error(`the chain has no token ${mint}`);
  if (!isWorth(state)) return null;
  const { feeReceiver } = await factoryState(chain);
  return operate(chain, keys.admin, (frame) =>
    buildCollectMessage({ ...frame, tokenId, creator: state.creator, feeReceiver }),
  );
};

/** Collects for creators by itself (design section 3), every ten minutes. */
export const collectJob = defineJob({
  name: "factory.collect",
  cron: "*/10 * * * *",
  handler: (ctx) => async () => {
    // One token that can't be collected keeps no other creator waiting; the next run tries it again.
    for (const token of await tokensWithCreatorFees(ctx.db, worthCollecting))
      await collectFees(ctx, token, (state) => state.creatorFees >= worthCollecting).catch((err: unknown) =>
        ctx.log.warn({ err, mint: token.mint }, "a creator's fees could not be collected"),
      );
  },
});
