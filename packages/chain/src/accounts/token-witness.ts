// Why messages carry the token's id: docs/decisions/0013.
import { AccountRole, getAddressDecoder, getAddressEncoder, type Instruction } from "@solana/kit";
import type { Address, TokenId } from "@tribe/contract";
import { fromChainAddress, toChainAddress } from "./addresses.ts";

/**
 * The instructions of a migrated token name addresses that are derived from the token's id, but not the id itself, and a
 * derivation cannot be reversed. So our messages add the id as one more account, read-only and never used on chain: 24 bytes
 * that no key has, then the id as a little-endian u64. From it the signer derives every other account of the instruction
 * without asking anybody (decision 0013).
 */
const tag = new TextEncoder().encode("tribe:token-id:witness:1");

/** The address that encodes a token's id. */
export const tokenWitness = (tokenId: TokenId): Address => {
  const bytes = new Uint8Array(32);
  bytes.set(tag);
  new DataView(bytes.buffer).setBigUint64(tag.length, tokenId, true);
  return fromChainAddress(getAddressDecoder().decode(bytes));
};

/** The id that an address encodes; null for any other address. */
export const readTokenWitness = (address: Address): TokenId | null => {
  const bytes = Uint8Array.from(getAddressEncoder().encode(toChainAddress(address)));
  if (!tag.every((byte, index) => bytes[index] === byte)) return null;
  return new DataView(bytes.buffer).getBigUint64(tag.length, true) as TokenId; // eight bytes are a u64
};

/** Adds the token's id after an instruction's accounts; our programs ignore accounts beyond their own. */
export const withTokenWitness = (instruction: Instruction, tokenId: TokenId): Instruction => ({
  ...instruction,
  accounts: [
    ...(instruction.accounts ?? []),
    { address: toChainAddress(tokenWitness(tokenId)), role: AccountRole.READONLY },
  ],
});
