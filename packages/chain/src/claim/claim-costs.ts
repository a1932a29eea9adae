import { computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";
import type { DecompressPart } from "./decompress-instruction.ts";

/**
 * Compute units, with room: a claim of 6 accounts in one tree took up to 130,000 with the making of the token account, each
 * further tree some 20,000, by the bumps of the addresses. What a proof takes is Light's own figure for its verifier: no
 * prover is here to try one.
 */
const units = { claim: 85_000, account: 14_000, tree: 22_000, proof: 240_000 } as const;

/** The compute-unit limit that a claim asks for. */
export const claimComputeUnitLimit = (parts: readonly DecompressPart[]): number => {
  const inputs = parts.flatMap((part) => part.inputs);
  const trees = new Set(inputs.map(({ tree }) => tree)).size;
  const proofs = parts.filter(({ proof }) => proof !== null).length;
  const sum = units.claim + units.account * inputs.length + units.tree * (trees - 1) + units.proof * proofs;
  return Math.min(computeUnitCeilings.airdropClaim, sum);
};

/** What Light takes for each of its instructions. */
const lightLamports = 5_000n;

/** What Light takes for a claim, in lamports. */
export const lightFeeOfClaim = (parts: readonly DecompressPart[]): Lamports =>
  lamports(BigInt(parts.length) * lightLamports);
