import { getBase58Encoder } from "@solana/kit";
import type { TokenId } from "@tribe/contract";
import { CREATE_TOKEN_DISCRIMINATOR, getCreateTokenInstructionDataDecoder } from "./generated/index.ts";

/** The words of a new token: only the instruction that made it has them, not its event. */
export interface CreateData {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** Reads a call of the curve program. @param data base58, as the RPC gives it. @returns null for any other call, or one cut short. */
export const decodeCreateData = (data: string): CreateData | null => {
  try {
    const bytes = getBase58Encoder().encode(data);
    if (!Array.from(CREATE_TOKEN_DISCRIMINATOR).every((byte, index) => bytes[index] === byte)) return null;
    const { tokenId, name, symbol, uri } = getCreateTokenInstructionDataDecoder().decode(bytes);
    return { tokenId: tokenId as TokenId, name, symbol, uri }; // a u64 by its decoder
  } catch {
    return null;
  }
};
