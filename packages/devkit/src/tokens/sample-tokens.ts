import { generateKeyPairSigner } from "@solana/kit";
import { fromChainAddress } from "@tribe/chain/accounts";
import { sampleTokenInstructions } from "@tribe/chain/samples";
import type { Address, Mint } from "@tribe/contract";
import type { Treasury } from "../card/treasury.ts";

/** Tokens for testing airdrops: one of each token program. */
export const samples = {
  spl: { label: "SPL Token", program: "token", decimals: 6, texts: { name: "", symbol: "" } },
  token2022: {
    label: "Token-2022, with a name",
    program: "token2022",
    decimals: 9,
    texts: { name: "Lantern", symbol: "LNTRN" },
  },
} as const;
export type SampleName = keyof typeof samples;

/** Whole tokens of each. */
export const sampleTokens = 1_000_000n;
/** More than both accounts and the fee cost. */
const maxLamports = 10_000_000n;

/** Creates a token and mints a million of it to a wallet. @throws Error when the chain refuses it */
export const mintSample = async (
  treasury: Treasury,
  name: SampleName,
  owner: Address,
  signal: AbortSignal,
): Promise<Mint> => {
  const { program, decimals, texts } = samples[name];
  const mint = await generateKeyPairSigner();
  const units = sampleTokens * 10n ** BigInt(decimals);
  const prepared = await treasury.prepareAct(
    (payer) => sampleTokenInstructions({ payer, mint, program, decimals, texts, owner, units }),
    maxLamports,
    signal,
  );
  const outcome = await treasury.settle(prepared, signal);
  if (outcome !== "landed") throw new Error(`The sample token's transaction ${outcome}`);
  return fromChainAddress(mint.address);
};
