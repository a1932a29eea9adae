import type { TokenId } from "@tribe/contract";
import { CREATE_TOKEN_DISCRIMINATOR, getCreateTokenInstructionDataDecoder } from "../generated/index.ts";

/** The texts of a new token: only the instruction that created it has them, not its event. */
export interface CreateData {
  readonly tokenId: TokenId;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
}

/** Decodes a call of the curve program. @returns null for any other call, or truncated data */
export const decodeCreateData = (data: Uint8Array): CreateData | null => {
  try {
    if (!Array.from(CREATE_TOKEN_DISCRIMINATOR).every((byte, index) => data[index] === byte)) return null;
    const { tokenId, name, symbol, uri } = getCreateTokenInstructionDataDecoder().decode(data);
    return { tokenId: tokenId as TokenId, name, symbol, uri }; // a u64 by its decoder
  } catch {
    return null;
  }
};
