import { baseFeeLamportsPerSignature, computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";
import { rentExemptMinimum } from "../accounts/rent.ts";
import { priorityFee } from "../transactions/compute.ts";
import { maxRecipientsPerInstruction } from "./light-instructions.ts";

/** Recipients of one transaction: as many as fit its 1,232 bytes together with `mark`, with and without a lookup table. */
const batchSizes = { withTable: 18, plain: 10 } as const;

/** Recipients per transaction on a cluster with or without our lookup table. */
export const airdropBatchSize = (hasLookupTable: boolean): number =>
  hasLookupTable ? batchSizes.withTable : batchSizes.plain;

/** Whether an airdrop's batches are too large for a transaction that lists all its accounts. */
export const needsLookupTable = ({ batchSize }: { readonly batchSize: number }): boolean =>
  batchSize > batchSizes.plain;

/** How often one transaction of an airdrop may be signed: an expired blockhash is nobody's fault. */
export const maxSigningsPerStep = 5;

/** Light's fee for each of its instructions, and for each account that it appends. */
const lightLamports = { instruction: 5_000n, leaf: 1n } as const;

/**
 * Compute units with a margin: depending on the bumps of the addresses, 10 recipients took up to 98,000, and 18 up to 190,000.
 */
const units = { batch: 60_000, recipient: 9_500, setUp: 200_000, end: 10_000 } as const;

/**
 * One transaction of an airdrop: the creation of the pool and the list's account, a batch with this many recipients, or the
 * end.
 */
export type AirdropStepSize =
  | { readonly kind: "setUp" }
  | { readonly kind: "batch"; readonly recipients: number }
  | { readonly kind: "cancel" | "close" };

/** The compute-unit limit of an airdrop's transaction. */
export const airdropComputeUnitLimit = (step: AirdropStepSize): number => {
  if (step.kind === "setUp") return Math.min(computeUnitCeilings.airdropCreateTokenPool, units.setUp);
  if (step.kind !== "batch") return units.end;
  return Math.min(computeUnitCeilings.airdropSend, units.batch + units.recipient * step.recipients);
};

/** Maximum cost of one transaction of an airdrop, without rents, when it lands. */
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

/** Rents of an airdrop: the pool's is not refunded; the list account's is, when that is closed. */
export const airdropRents = (program: keyof typeof poolBytes, batches: number) => ({
  pool: rentExemptMinimum(poolBytes[program]),
  once: rentExemptMinimum(onceBytes + Math.ceil(batches / 8)),
});

/** An airdrop's cost in lamports besides its tokens, when each transaction lands at the first attempt. */
export interface AirdropCost {
  /** Of the pool, if it does not exist yet; it is not refunded. */
  readonly poolRent: Lamports;
  /** Of the account that prevents paying twice; it is refunded. */
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
