import { getU64Decoder } from "@solana/kit";
import { associatedTokenAddress } from "@tribe/chain/accounts";
import { buildConvertMessage } from "@tribe/chain/messages";
import { poolSwap, rpcChainReader } from "@tribe/chain/swap";
import { lifecycleComputeUnitLimit, toBase64 } from "@tribe/chain/transactions";
import {
  type Address,
  type ApiCall,
  defaultSlippageBps,
  type Mint,
  type NewTokenUnits,
  newTokenUnits,
  routes,
  type TokenProfile,
  type TokenUnits,
  type TransactionSignature,
} from "@tribe/contract";
import type { SwapOrder } from "@tribe/domain/pool";
import type { SignMessage } from "./clear-signing.ts";
import type { RetryOptions } from "./retries.ts";
import { sendSigned } from "./send-signed.ts";

interface MigratedParts {
  readonly api: ApiCall;
  readonly rpcUrl: string;
  readonly program: Address;
  readonly wallet: Address;
  readonly retryOptions: RetryOptions;
  readonly sign: SignMessage;
}

/** Converts old tokens to new ones, directly on the chain. @throws Error when there is no pool yet, or of the chain */
export const convert = async (parts: MigratedParts, mint: Mint, tokens: TokenUnits): Promise<TransactionSignature> => {
  const { wallet, program } = parts;
  const { tokenId, newMint } = await migratedToken(parts, mint);
  const reader = rpcChainReader(parts.rpcUrl);
  const [account] = await reader.accounts([await associatedTokenAddress(wallet, newMint)]);
  const { blockhash } = await reader.latestBlockhash();
  const makesTokenAccount = !account;
  const computeUnitLimit = lifecycleComputeUnitLimit("convert", makesTokenAccount);
  const frame = { program, wallet, blockhash, computeUnitLimit, microLamportsPerUnit: 0n };
  const message = await buildConvertMessage({ ...frame, tokenId, tokens, makesTokenAccount });
  return signAndSend(parts, message, { mint, kind: "convert" });
};

/** Swaps in the token's pool, with the default slippage. @throws Error when there is no pool yet, or of the chain. */
export const swap = async (parts: MigratedParts, mint: Mint, order: SwapOrder): Promise<TransactionSignature> => {
  const { tokenId, newMint } = await migratedToken(parts, mint);
  const provider = poolSwap({ chain: rpcChainReader(parts.rpcUrl), program: parts.program });
  const quote = await provider.quote({ tokenId, newMint, order, slippageBps: defaultSlippageBps });
  if (quote.kind === "unavailable") throw new Error(`The swap is unavailable: ${quote.reason}`);
  const { message } = await provider.prepare(quote, parts.wallet);
  return signAndSend(parts, message, { mint, kind: order.direction === "buy" ? "swapBuy" : "swapSell" });
};

/** Confirmed base units of the new mint in the wallet's own account. @throws Error when there is no pool yet */
export const newTokensOf = async (parts: MigratedParts, mint: Mint): Promise<NewTokenUnits> => {
  const { newMint } = await migratedToken(parts, mint);
  const [account] = await rpcChainReader(parts.rpcUrl).accounts([await associatedTokenAddress(parts.wallet, newMint)]);
  // A token account's amount follows mint and owner, 32 bytes each.
  return newTokenUnits(account ? getU64Decoder().decode(account, 64) : 0n);
};

const migratedToken = async (
  { api }: MigratedParts,
  mint: Mint,
): Promise<TokenProfile & { readonly newMint: Mint }> => {
  const profile = await api(routes.market.profile, { query: { mint } });
  const { newMint } = profile;
  if (!newMint) throw new Error("The token has not migrated yet");
  return { ...profile, newMint };
};

const signAndSend = async (
  parts: MigratedParts,
  message: Uint8Array,
  expected: Parameters<SignMessage>[1],
): Promise<TransactionSignature> => {
  const signature = await parts.sign(toBase64(message), expected);
  await sendSigned(parts, message, signature);
  return signature;
};
