import { getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS } from "@solana-program/token-2022";
import type { Address } from "@tribe/contract";
import { findMintPda, findTokenPda } from "../generated/index.ts";
import { defaultProgramAddress, toChainAddress } from "./addresses.ts";

const highestBump = 255;
/** With four addresses one id in 16 is as wished: so many draws miss it once in five million times. */
const maxDraws = 240;

/** Whether a creation under this id finds state, mint and the owners' token accounts at the highest bump (255), the first that it tries. */
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
 * Draws a token id whose addresses need no search on chain, where each further bump costs 1,500 compute units and more:
 * that keeps a creation's cost the same for everybody.
 * @param draw gives random u64s; the last one is taken when, against all odds, none will do.
 * @param owners creator and, if any, inviter: whose token accounts the creation makes.
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
