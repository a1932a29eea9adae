import { type Instruction, lamports as kitLamports, type TransactionSigner } from "@solana/kit";
import { getCreateAccountInstruction } from "@solana-program/system";
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getInitializeMetadataPointerInstruction,
  getInitializeMint2Instruction,
  getInitializeTokenMetadataInstruction,
  getMintToInstruction,
} from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import {
  associatedTokenAddress,
  fromChainAddress,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import { mintWithMetadataRent, plainMintBytes, pointedMintBytes, rentExemptMinimum } from "../accounts/rent.ts";

/** A token for trying things out. */
export interface SampleToken {
  /** Pays, and may mint more. */
  readonly payer: TransactionSigner;
  readonly mint: TransactionSigner;
  readonly program: TokenProgram;
  readonly decimals: number;
  /** Texts in the mint itself, for Token-2022; an SPL Token mint has none. */
  readonly texts: { readonly name: string; readonly symbol: string };
  /** The recipient, and the base units. */
  readonly owner: Address;
  readonly units: bigint;
}

/** Creates a token, and mints all of it to a wallet. */
export const sampleTokenInstructions = async (token: SampleToken): Promise<readonly Instruction[]> => {
  const { payer, mint, program, decimals, owner, units } = token;
  const tokenProgram = tokenProgramAddress(program);
  const config = { programAddress: tokenProgram };
  const authority = payer.address;
  const place = await associatedTokenAddress(owner, fromChainAddress(mint.address), program);
  const initialize = getInitializeMint2Instruction({ mint: mint.address, decimals, mintAuthority: authority }, config);
  return [
    ...(program === "token" ? [plainMint(token), initialize] : pointedMint(token, initialize)),
    getCreateAssociatedTokenIdempotentInstruction({
      payer,
      ata: toChainAddress(place),
      owner: toChainAddress(owner),
      mint: mint.address,
      tokenProgram,
    }),
    getMintToInstruction(
      { mint: mint.address, token: toChainAddress(place), mintAuthority: payer, amount: units },
      config,
    ),
  ];
};

const plainMint = ({ payer, mint, program }: SampleToken): Instruction =>
  getCreateAccountInstruction({
    payer,
    newAccount: mint,
    programAddress: tokenProgramAddress(program),
    space: plainMintBytes,
    lamports: kitLamports(rentExemptMinimum(plainMintBytes)),
  });

/** The account grows when the metadata is written, so its rent is paid in advance. */
const pointedMint = ({ payer, mint, program, texts }: SampleToken, initialize: Instruction): Instruction[] => {
  const metadata = { ...texts, uri: "" };
  const address = mint.address;
  return [
    getCreateAccountInstruction({
      payer,
      newAccount: mint,
      programAddress: tokenProgramAddress(program),
      space: pointedMintBytes,
      lamports: kitLamports(mintWithMetadataRent(metadata)),
    }),
    getInitializeMetadataPointerInstruction({ mint: address, authority: null, metadataAddress: address }),
    initialize,
    getInitializeTokenMetadataInstruction({
      metadata: address,
      updateAuthority: payer.address,
      mint: address,
      mintAuthority: payer,
      ...metadata,
    }),
  ];
};
