// Why a batch names no mint: docs/decisions/0120.
import type { Address as ChainAddress, Instruction } from "@solana/kit";
import type { Address, Mint } from "@tribe/contract";
import {
  associatedTokenAddress,
  fromChainAddress,
  type TokenProgram,
  toChainAddress,
  tokenProgramAddress,
} from "../accounts/addresses.ts";
import {
  findOncePda,
  getCancelInstruction,
  getCloseInstruction,
  getInitInstruction,
  getMarkInstruction,
} from "../generated/once/index.ts";
import { compile, type MessageFrame, signer } from "../transactions/compile-message.ts";
import type { AirdropList } from "./airdrop-list.ts";
import {
  batchCompressInstruction,
  findLightPool,
  lightPoolInstruction,
  maxRecipientsPerInstruction,
} from "./light-instructions.ts";
import { lookupTableAddresses } from "./lookup-table.ts";

/** The data that all transactions of an airdrop share. */
export interface AirdropPlace {
  /** The token that is given, and its program. */
  readonly mint: Mint;
  readonly tokenProgram: TokenProgram;
  /** The slot in the seed of the list's account. */
  readonly slot: bigint;
  /** SHA-256 of the list. */
  readonly list: Uint8Array;
  /** The cluster's lookup table, which larger batches use; null for none. */
  readonly lookupTable: Address | null;
}

/** One transaction of an airdrop with all its data. */
export type AirdropStep =
  | { readonly kind: "setUp"; readonly makesPool: boolean; readonly batches: number }
  | {
      readonly kind: "batch";
      readonly index: number;
      readonly recipients: AirdropList["recipients"];
      /** One of Light's output queues. */
      readonly queue: Address;
    }
  | { readonly kind: "cancel" }
  | { readonly kind: "close" };

/** The account in `programs/once` of this wallet's airdrop. */
export const onceAddress = async (
  wallet: Address,
  { slot, list }: Pick<AirdropPlace, "slot" | "list">,
): Promise<Address> => fromChainAddress((await findOncePda({ authority: toChainAddress(wallet), slot, list }))[0]);

/** Light's pool of a mint, which receives an airdrop's tokens. */
export const lightPoolAddress = async (mint: Mint): Promise<Address> =>
  fromChainAddress((await findLightPool(toChainAddress(mint)))[0]);

/**
 * Builds one of an airdrop's messages. A batch begins with `mark` of its number, so that it can land only once, and pays from
 * the wallet's associated account.
 */
export const buildAirdropMessage = async (
  frame: Omit<MessageFrame, "program">,
  place: AirdropPlace,
  step: AirdropStep,
): Promise<Uint8Array<ArrayBuffer>> => {
  const once = toChainAddress(await onceAddress(frame.wallet, place));
  const instructions = await instructionsOf(frame.wallet, once, place, step);
  if (step.kind !== "batch" || place.lookupTable === null) return compile(frame, instructions);
  return compile(frame, instructions, {
    [toChainAddress(place.lookupTable)]: [...(await lookupTableAddresses())],
  });
};

/** Builds the message that ends an airdrop's account: `cancel` prevents any further batch, `close` refunds its rent. */
export const buildAirdropEnd = async (
  frame: Omit<MessageFrame, "program">,
  seeds: Pick<AirdropPlace, "slot" | "list">,
  kind: "cancel" | "close",
): Promise<Uint8Array<ArrayBuffer>> =>
  compile(frame, [endOf(kind, frame.wallet, toChainAddress(await onceAddress(frame.wallet, seeds)))]);

const endOf = (kind: "cancel" | "close", wallet: Address, once: ChainAddress): Instruction =>
  kind === "cancel"
    ? getCancelInstruction({ once, authority: signer(wallet) })
    : getCloseInstruction({ once, authority: toChainAddress(wallet) });

const instructionsOf = async (
  wallet: Address,
  once: ChainAddress,
  place: AirdropPlace,
  step: AirdropStep,
): Promise<Instruction[]> => {
  const authority = signer(wallet);
  const mint = toChainAddress(place.mint);
  const tokenProgram = tokenProgramAddress(place.tokenProgram);
  switch (step.kind) {
    case "setUp": {
      const { slot, list } = place;
      const open = getInitInstruction({ authority, once, slot, list, batches: step.batches });
      const pool = step.makesPool ? [await lightPoolInstruction({ payer: authority.address, mint, tokenProgram })] : [];
      return [...pool, open];
    }
    case "batch": {
      const source = toChainAddress(await associatedTokenAddress(wallet, place.mint, place.tokenProgram));
      const { index, recipients, queue } = step;
      const parts = Array.from({ length: Math.ceil(recipients.length / maxRecipientsPerInstruction) }, (_, part) =>
        recipients.slice(part * maxRecipientsPerInstruction, (part + 1) * maxRecipientsPerInstruction),
      );
      const payments = parts.map((some) =>
        batchCompressInstruction({
          owner: authority.address,
          source,
          mint,
          tokenProgram,
          queue: toChainAddress(queue),
          recipients: some,
        }),
      );
      return [getMarkInstruction({ once, authority, index }), ...(await Promise.all(payments))];
    }
    case "cancel":
    case "close":
      return [endOf(step.kind, wallet, once)];
  }
};
