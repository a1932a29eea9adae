import { baseFeeLamportsPerSignature, computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";
import { rentExemptMinimum } from "../accounts/rent.ts";
import { priorityFee } from "../transactions/compute.ts";
import { maxRecipientsPerInstruction } from "./light-instructions.ts";

/** Recipients of one transaction: as many as its 1,232 bytes hold beside `mark`, with and without a lookup table. */
const batchSizes = { withTable: 18, plain: 10 } as const;

/** How many recipients a transaction pays on a cluster that has our lookup table, or has not. */
export const airdropBatchSize = (hasLookupTable: boolean): number =>
  hasLookupTable ? batchSizes.withTable : batchSizes.plain;

/** Whether an airdrop's batches are too large for a transaction that names each of its accounts. */
export const needsLookupTable = ({ batchSize }: { readonly batchSize: number }): boolean =>
  batchSize > batchSizes.plain;

/** How often one transaction of an airdrop may be signed: a blockhash that ran out is no mistake of anybody's. */
export const maxSigningsPerStep = 5;

/** What Light takes for each of its instructions, and for each account that it appends. */
const lightLamports = { instruction: 5_000n, leaf: 1n } as const;

/** Compute units, with room: 10 recipients took up to 98,000, and 18 up to 190,000, by the bumps of the addresses. */
const units = { batch: 60_000, recipient: 9_500, setUp: 200_000, end: 10_000 } as const;

/** One transaction of an airdrop: the pool and the account of its list, a batch of so many recipients, its end. */
export type AirdropStepSize =
  | { readonly kind: "setUp" }
  | { readonly kind: "batch"; readonly recipients: number }
  | { readonly kind: "cancel" | "close" };

/** The compute-unit limit that a transaction of an airdrop asks for. */
export const airdropComputeUnitLimit = (step: AirdropStepSize): number => {
  if (step.kind === "setUp") return Math.min(computeUnitCeilings.airdropCreateTokenPool, units.setUp);
  if (step.kind !== "batch") return units.end;
  return Math.min(computeUnitCeilings.airdropSend, units.batch + units.recipient * step.recipients);
};

/** What one transaction of an airdrop costs at the most beside rents, when it lands. */
export const airdropStepFee = (step: AirdropStepSize, microLamportsPerUnit: bigint): Lamports => {
  const priority = priorityFee(airdropComputeUnitLimit(step), microLamportsPerUnit);
  const recipients = step.kind === "batch" ? step.recipients : 0;
  const instructions = BigInt(Math.ceil(recipients / maxRecipientsPerInstruction));
  const light = instructions * lightLamports.instruction + BigInt(recipients) * lightLamports.leaf;
  return lamports(baseFeeLamportsPerSignature + priority + light);
};

/** Bytes of Light's pool: a token account, which Token-2022 may make longer by an extension. */
const poolBytes = { token: 165, token2022: 170 } as const;
/** Bytes of the account of a list before its bits. */
const onceBytes = 96;

/** What an airdrop leaves in accounts: the pool's stays there, the list's own comes back when its account is closed. */
export const airdropRents = (program: keyof typeof poolBytes, batches: number) => ({
  pool: rentExemptMinimum(poolBytes[program]),
  once: rentExemptMinimum(onceBytes + Math.ceil(batches / 8)),
});

/** What an airdrop costs in lamports beside the tokens, when each of its transactions lands at once. */
export interface AirdropCost {
  /** Of the pool, where there is none yet; it does not come back. */
  readonly poolRent: Lamports;
  /** Of the account that keeps the airdrop from paying twice; it comes back. */
  readonly onceRent: Lamports;
  readonly fees: Lamports;
  readonly total: Lamports;
}

/** Adds up what an airdrop costs. */
export const airdropCost = (input: {
  readonly recipients: number;
  readonly batchSize: number;
  readonly program: keyof typeof poolBytes;
  readonly makesPool: boolean;
  readonly microLamportsPerUnit: bigint;
}): AirdropCost => {
  const { recipients, batchSize, program, makesPool, microLamportsPerUnit: price } = input;
  const whole = Math.floor(recipients / batchSize);
  const rest = recipients % batchSize;
  const batches = whole + (rest > 0 ? 1 : 0);
  const rents = airdropRents(program, batches);
  const poolRent = makesPool ? rents.pool : lamports(0n);
  const fees = lamports(
    airdropStepFee({ kind: "setUp" }, price) +
      BigInt(whole) * airdropStepFee({ kind: "batch", recipients: batchSize }, price) +
      (rest > 0 ? airdropStepFee({ kind: "batch", recipients: rest }, price) : 0n) +
      airdropStepFee({ kind: "close" }, price),
  );
  return { poolRent, onceRent: rents.once, fees, total: lamports(poolRent + rents.once + fees) };
};
