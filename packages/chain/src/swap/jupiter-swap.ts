import { type Address, computeUnitCeilings, lamports, milliseconds } from "@tribe/contract";
import { newTokenUnits, type SwapAmounts, type SwapOrder } from "@tribe/domain/pool";
import { associatedTokenAddress, defaultProgramAddress, migrationAddresses } from "../accounts/addresses.ts";
import { describeMessage } from "../clear-signing/describe.ts";
import type { RouteDescription } from "../clear-signing/description.ts";
import { jupiterProgramAddress, minOutputOf, wrappedSolMint } from "../jupiter/route.ts";
import { buildRouteMessage } from "../jupiter/route-message.ts";
import { priorityPrice } from "../transactions/priority.ts";
import { fromBase64 } from "../transactions/transactions.ts";
import { askQuote, askSwapInstruction, type JupiterAsking, type JupiterQuote, jupiterApiUrl } from "./jupiter-api.ts";
import { SwapError, type SwapProvider, type SwapQuote, type SwapRequest, unavailable } from "./provider.ts";
import type { ChainReader, ReaderOptions } from "./read-chain.ts";

export interface JupiterSwapOptions extends ReaderOptions {
  readonly chain: ChainReader;
  readonly program?: Address;
  readonly apiUrl?: string;
}

/** Maximum accounts of a route that fit a transaction without lookup tables, together with the wrapping of SOL. */
const maxAccounts = 20;
/** Solana's limit of a transaction's bytes, and those of its one signature. */
const transactionBytes = 1_232;
const signatureBytes = 65;

/**
 * Swaps by Jupiter's public API, in any pools it knows. Of its answers only amounts and one route instruction are used; we
 * build the rest of the message, and check it by the signer's own rules before it is returned.
 */
export const jupiterSwap = (options: JupiterSwapOptions): SwapProvider => {
  const { chain, program = defaultProgramAddress } = options;
  const asking = (signal: AbortSignal | undefined): JupiterAsking => ({
    apiUrl: options.apiUrl ?? jupiterApiUrl,
    fetch: options.fetch ?? fetch,
    timeoutMilliseconds: options.timeoutMilliseconds ?? milliseconds.apiTimeout,
    signal,
  });

  const quote = async (request: SwapRequest, signal?: AbortSignal): Promise<SwapQuote> => {
    const { order, newMint, slippageBps } = request;
    await checkMint(request, program);
    if (order.input === 0n) throw new SwapError("zero");
    const [inputMint, outputMint] = order.direction === "buy" ? [wrappedSolMint, newMint] : [newMint, wrappedSolMint];
    const found = await askQuote(asking(signal), {
      inputMint,
      outputMint,
      amount: order.input,
      slippageBps,
      maxAccounts,
    });
    const isRequested =
      found.inputMint === inputMint &&
      found.outputMint === outputMint &&
      BigInt(found.inAmount) === order.input &&
      found.slippageBps === slippageBps;
    if (!isRequested) throw new SwapError("no_route", { cause: found });
    const output = BigInt(found.outAmount);
    const amounts = amountsOf(order, output, minOutputOf(output, slippageBps));
    if (amounts.minOutput === 0n) throw new SwapError("zero");
    return {
      kind: "quoted",
      request,
      amounts,
      fees: null,
      // a fraction, relative to Jupiter's own reference; a better price has zero impact
      priceImpactBps: Math.min(10_000, Math.max(0, Math.ceil(Number(found.priceImpactPct) * 10_000))),
      route: found,
    };
  };

  return {
    name: "jupiter",
    quote: (request, signal) => quote(request, signal).catch((thrown: unknown) => unavailable(thrown, signal)),
    prepare: async ({ request, amounts, route }, wallet, { priority = "medium", signal } = {}) => {
      await checkMint(request, program);
      const [accounts, latest, recent, instruction] = await Promise.all([
        chain.accounts([await associatedTokenAddress(wallet, request.newMint)], signal),
        chain.latestBlockhash(signal),
        chain.recentPriorityFees([], signal),
        askSwapInstruction(asking(signal), route as JupiterQuote, wallet), // only our own quotes come back here
      ]);
      if (instruction.programId !== jupiterProgramAddress) throw new SwapError("no_route", { cause: instruction });
      const message = await buildRouteMessage({
        program,
        wallet,
        blockhash: latest.blockhash,
        computeUnitLimit: computeUnitCeilings.default,
        microLamportsPerUnit: priorityPrice(recent, priority),
        tokenId: request.tokenId,
        direction: amounts.direction,
        input: amounts.input,
        makesTokenAccount: amounts.direction === "buy" && !accounts[0],
        route: {
          accounts: instruction.accounts.map(({ pubkey, isWritable }) => ({ address: pubkey, isWritable })),
          data: fromBase64(instruction.data),
        },
      });
      if (signatureBytes + message.length > transactionBytes) throw new SwapError("no_route");
      const { spend } = await readAsSigner(message, wallet, program, amounts);
      return { message, lastValidBlockHeight: latest.lastValidBlockHeight, spend };
    },
  };
};

/**
 * The signer's description of a message. @throws SwapError when it would refuse, or when the message's amounts differ from the
 * quote
 */
const readAsSigner = async (
  message: Uint8Array,
  wallet: Address,
  program: Address,
  amounts: SwapAmounts,
): Promise<RouteDescription> => {
  const description = await describeMessage(message, { wallet, program, admin: wallet });
  const isQuoted =
    description.kind === "route" &&
    description.direction === amounts.direction &&
    description.input === amounts.input &&
    description.minOutput >= amounts.minOutput;
  if (!isQuoted) throw new SwapError("no_route", { cause: description });
  return description;
};

const checkMint = async ({ tokenId, newMint }: SwapRequest, program: Address): Promise<void> => {
  if ((await migrationAddresses(tokenId, program)).newMint !== newMint) throw new SwapError("no_pool");
};

const amountsOf = (order: SwapOrder, output: bigint, minOutput: bigint): SwapAmounts =>
  order.direction === "buy"
    ? { ...order, output: newTokenUnits(output), minOutput: newTokenUnits(minOutput) }
    : { ...order, output: lamports(output), minOutput: lamports(minOutput) };
