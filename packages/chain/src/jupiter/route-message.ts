import { AccountRole, type Instruction } from "@solana/kit";
import { getTransferSolInstruction } from "@solana-program/system";
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
  TOKEN_2022_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token-2022";
import { type Address, type Lamports, lamports, type Mint, type TokenId } from "@tribe/contract";
import { associatedTokenAddress, migrationAddresses, toChainAddress } from "../accounts/addresses.ts";
import { rentExemptMinimum, tokenAccountRent } from "../accounts/rent.ts";
import { withTokenWitness } from "../accounts/token-witness.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";
import { jupiterProgramAddress, wrappedSolMint } from "./route.ts";

/** A route as Jupiter gives it: accounts with their roles, and data of which we read only the head. */
export interface RouteInstruction {
  readonly accounts: readonly { readonly address: Address; readonly isWritable: boolean }[];
  readonly data: Uint8Array;
}

export interface RouteMessageInput extends MessageFrame {
  readonly tokenId: TokenId;
  readonly direction: "buy" | "sell";
  /** Base units of the input, as in the route's data. */
  readonly input: bigint;
  readonly route: RouteInstruction;
  /** Creates the wallet's account for the new mint before a buy. */
  readonly makesTokenAccount: boolean;
}

/**
 * An account of wrapped SOL has no extensions. Its rent is refunded when the account is closed, but must be available first.
 */
const wrappedAccountBytes = 165;

/** Rent of a route's accounts: of wrapped SOL during the swap, and of the new token if its account is created. */
export const rentOfRoute = (makesTokenAccount: boolean): Lamports =>
  lamports(rentExemptMinimum(wrappedAccountBytes) + (makesTokenAccount ? tokenAccountRent : 0n));

/** The wallet's account of wrapped SOL. */
export const wrappedSolAccount = (wallet: Address): Promise<Address> =>
  associatedTokenAddress(wallet, wrappedSolMint, "token");

/**
 * Builds the message that swaps by a Jupiter route. Our own instructions wrap SOL before it and unwrap it afterwards, so that
 * the message contains only the route of Jupiter's answer. No lookup tables. The token's id follows the accounts of the
 * unwrapping, whose program ignores further accounts.
 */
export const buildRouteMessage = async (input: RouteMessageInput): Promise<Uint8Array<ArrayBuffer>> => {
  const { wallet, tokenId, route } = input;
  const { newMint } = await migrationAddresses(tokenId, input.program);
  const wrapped = await wrappedSolAccount(wallet);
  const owner = toChainAddress(wallet);
  const classic = { programAddress: TOKEN_PROGRAM_ADDRESS };
  const account = toChainAddress(wrapped);
  const wrap =
    input.direction === "buy"
      ? [
          getTransferSolInstruction({ source: signer(wallet), destination: account, amount: input.input }),
          getSyncNativeInstruction({ account }, classic),
        ]
      : [];
  const swap: Instruction = {
    programAddress: toChainAddress(jupiterProgramAddress),
    accounts: route.accounts.map(({ address, isWritable }) => ({
      address: toChainAddress(address),
      role: isWritable ? AccountRole.WRITABLE : AccountRole.READONLY,
    })),
    data: route.data,
  };
  const unwrap = getCloseAccountInstruction({ account, destination: owner, owner: signer(wallet) }, classic);
  return compile(input, [
    makeAccount(wallet, wrapped, wrappedSolMint, TOKEN_PROGRAM_ADDRESS),
    ...wrap,
    ...(input.makesTokenAccount
      ? [makeAccount(wallet, await associatedTokenAddress(wallet, newMint), newMint, TOKEN_2022_PROGRAM_ADDRESS)]
      : []),
    swap,
    withTokenWitness(unwrap, tokenId),
  ]);
};

const makeAccount = (
  wallet: Address,
  ata: Address,
  mint: Mint,
  tokenProgram: typeof TOKEN_2022_PROGRAM_ADDRESS | typeof TOKEN_PROGRAM_ADDRESS,
): Instruction =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer: signer(wallet),
    ata: toChainAddress(ata),
    owner: toChainAddress(wallet),
    mint: toChainAddress(mint),
    tokenProgram,
  });
