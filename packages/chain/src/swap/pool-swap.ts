import type { Address, Mint } from "@tribe/contract";
import { newTokenUnits, quotePool, type SwapAmounts } from "@tribe/domain/pool";
import { associatedTokenAddress, defaultProgramAddress, migrationAddresses } from "../accounts/addresses.ts";
import { decodePoolState } from "../accounts/pool.ts";
import { isClosable } from "../closing/closable.ts";
import { buildSwapBuyMessage, buildSwapSellMessage } from "../messages/lifecycle-messages.ts";
import type { MessageFrame } from "../transactions/compile-message.ts";
import { lifecycleComputeUnitLimit } from "../transactions/compute.ts";
import { priorityPrice } from "../transactions/priority.ts";
import { rentOfBuy, spendOf } from "../transactions/spend.ts";
import { SwapError, type SwapProvider, type SwapQuote, type SwapRequest, unavailable } from "./provider.ts";
import type { ChainReader } from "./read-chain.ts";

export interface PoolSwapOptions {
  readonly chain: ChainReader;
  /** The curve program, from whose token states the pools' addresses are derived. */
  readonly program?: Address;
}

/** Swaps in our own pool: reads at confirmed, quotes by the program's rules, and only the wallet signs. */
export const poolSwap = ({ chain, program = defaultProgramAddress }: PoolSwapOptions): SwapProvider => {
  const quote = async (request: SwapRequest, signal?: AbortSignal): Promise<SwapQuote> => {
    const { pool: address } = await placesOf(request, program);
    const [data] = await chain.accounts([address], signal);
    const state = data ? decodePoolState(data) : null;
    if (!state) throw new SwapError("no_pool");
    const { reserves, fees } = state;
    const quoted = quotePool({
      pool: { lamports: reserves.lamports, tokens: newTokenUnits(reserves.tokens) },
      rates: fees,
      order: request.order,
      slippageBps: request.slippageBps,
    });
    if (quoted.kind === "refused") throw new SwapError("zero");
    return { ...quoted, request, route: null };
  };

  return {
    name: "pool",
    quote: (request, signal) => quote(request, signal).catch((thrown: unknown) => unavailable(thrown, signal)),
    prepare: async ({ request, amounts }, wallet, { priority = "medium", signal, keepsAccount = false } = {}) => {
      const { pool } = await placesOf(request, program);
      const [accounts, latest, recent] = await Promise.all([
        chain.accounts([await associatedTokenAddress(wallet, request.newMint)], signal),
        chain.latestBlockhash(signal),
        chain.recentPriorityFees([pool], signal),
      ]);
      const [account] = accounts;
      const makesTokenAccount = amounts.direction === "buy" && !account;
      const closesAccount =
        !keepsAccount && amounts.direction === "sell" && isClosable(account ?? new Uint8Array(), wallet, amounts.input);
      const frame = {
        program,
        wallet,
        blockhash: latest.blockhash,
        computeUnitLimit: lifecycleComputeUnitLimit("swap", makesTokenAccount, closesAccount),
        microLamportsPerUnit: priorityPrice(recent, priority),
      };
      return {
        message: await messageOf(frame, request, amounts, { makesTokenAccount, closesAccount }),
        lastValidBlockHeight: latest.lastValidBlockHeight,
        spend: spendOf({
          tradeLamports: amounts.direction === "buy" ? amounts.input : 0n,
          rentLamports: rentOfBuy(makesTokenAccount),
          signatures: 1,
          ...frame,
        }),
      };
    },
  };
};

/** All addresses are derived from the token's id; this pool does not trade another token's mint. @throws SwapError `no_pool` */
const placesOf = async (
  { tokenId, newMint }: SwapRequest,
  program: Address,
): Promise<{ pool: Address; newMint: Mint }> => {
  const places = await migrationAddresses(tokenId, program);
  if (places.newMint !== newMint) throw new SwapError("no_pool");
  return places;
};

const messageOf = (
  frame: MessageFrame,
  { tokenId }: SwapRequest,
  amounts: SwapAmounts,
  { makesTokenAccount, closesAccount }: { readonly makesTokenAccount: boolean; readonly closesAccount: boolean },
): Promise<Uint8Array<ArrayBuffer>> =>
  amounts.direction === "buy"
    ? buildSwapBuyMessage({
        ...frame,
        tokenId,
        makesTokenAccount,
        lamports: amounts.input,
        minTokens: amounts.minOutput,
      })
    : buildSwapSellMessage({
        ...frame,
        tokenId,
        closesAccount,
        tokens: amounts.input,
        minLamports: amounts.minOutput,
      });
