// Why a claim spends from at most three trees: docs/decisions/0066.
import { computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";
import type { DecompressPart } from "./decompress-instruction.ts";

/**
 * Compute units with a margin: depending on the bumps of the addresses, a claim of 6 accounts in one tree, creating the token
 * account, took up to 130,000; each further tree takes some 20,000. A proof's cost is Light's own figure for its verifier,
 * because there is no prover here to measure it.
 */
const units = { claim: 85_000, account: 14_000, tree: 22_000, proof: 240_000 } as const;

/** The compute-unit limit of a claim. */
export const claimComputeUnitLimit = (parts: readonly DecompressPart[]): number => {
  const inputs = parts.flatMap((part) => part.inputs);
  const trees = new Set(inputs.map(({ tree }) => tree)).size;
  const proofs = parts.filter(({ proof }) => proof !== null).length;
  const sum = units.claim + units.account * inputs.length + units.tree * (trees - 1) + units.proof * proofs;
  return Math.min(computeUnitCeilings.airdropClaim, sum);
};

/** Light's fee for each of its instructions. */
const lightLamports = 5_000n;

/** Light's fee for a claim, in lamports. */
export const lightFeeOfClaim = (parts: readonly DecompressPart[]): Lamports =>
  lamports(BigInt(parts.length) * lightLamports);
