import { getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { findMintPda, findTokenPda } from "../generated/index.ts";
import { defaultProgramAddress, toChainAddress } from "./addresses.ts";

const highestBump = 255;
/** With four addresses one id in 16 is suitable: this many draws miss it once in five million times. */
const maxDraws = 240;

/**
 * Whether state, mint and the owners' token accounts under this id have the highest bump (255), which the program tries first.
 */
export const hasHighestBumps = async (
  tokenId: bigint,
  owners: readonly Address[],
  program: Address = defaultProgramAddress,
): Promise<boolean> => {
  const config = { programAddress: toChainAddress(program) };
  const [, stateBump] = await findTokenPda({ tokenId }, config);
  if (stateBump !== highestBump) return false;
  const [mint, mintBump] = await findMintPda({ tokenId }, config);
  if (mintBump !== highestBump) return false;
  const encode = getAddressEncoder().encode;
  for (const owner of owners) {
    const [, bump] = await getProgramDerivedAddress({
      programAddress: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
      seeds: [encode(toChainAddress(owner)), encode(TOKEN_2022_PROGRAM_ADDRESS), encode(mint)],
    });
    if (bump !== highestBump) return false;
  }
  return true;
};

/**
 * Draws a token id whose addresses need no bump search on chain, where each further bump costs at least 1,500 compute units: so
 * a creation costs the same for everybody.
 * @param draw returns random u64s; the last one is used if none is suitable, which is very unlikely
 * @param owners creator and inviter (if any), whose token accounts the creation makes
 */
export const drawTokenId = async (
  draw: () => bigint,
  owners: readonly Address[],
  program: Address = defaultProgramAddress,
): Promise<bigint> => {
  let tokenId = draw();
  for (let draws = 1; draws < maxDraws && !(await hasHighestBumps(tokenId, owners, program)); draws++) tokenId = draw();
  return tokenId;
};
