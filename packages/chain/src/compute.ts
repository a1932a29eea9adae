import { baseFeeLamportsPerSignature, computeUnitCeilings, type Lamports, lamports } from "@tribe/contract";

/** What a message of this app does. */
export type MessageKind = "create" | "buy" | "sell";

/**
 * Worst cases in compute units (design section 3: the bars that the program's suite holds), by what an instruction does.
 * A limit is their sum plus headroom, never above the spec's ceiling.
 */
const worstCase = {
  create: 70_000,
  createWithInviter: 100_000,
  buy: 10_500,
  sell: 7_000,
  /** An associated token account: 17,000 to 23,000 by its bump, more for the rarest bumps. */
  tokenAccount: 32_000,
  computeBudget: 300,
} as const;

/** A search for a rare bump costs 1,500 units a step; the headroom takes the ones that the ledger did not meet. */
const headroom = 1.25;

const ceilings: Record<MessageKind, number> = {
  create: computeUnitCeilings.createToken,
  buy: computeUnitCeilings.buyToken,
  sell: computeUnitCeilings.sellToken,
};

/** The highest compute-unit limit that a message of this kind may ask for (spec section 9). */
export const computeUnitCeiling = (kind: MessageKind): number => ceilings[kind];

/** The compute-unit limit to ask for: the ledger's worst case, plus a token account or an inviter where one is made. */
export const computeUnitLimit = (
  kind: MessageKind,
  extra: { readonly makesTokenAccount?: boolean; readonly hasInviter?: boolean } = {},
): number => {
  const own = kind === "create" && extra.hasInviter ? worstCase.createWithInviter : worstCase[kind];
  const units = own + worstCase.computeBudget + (extra.makesTokenAccount ? worstCase.tokenAccount : 0);
  return Math.min(ceilings[kind], Math.ceil(units * headroom));
};

/** Lamports of a priority fee: limit × price in micro-lamports, rounded up as the runtime does. */
export const priorityFee = (computeUnits: number, microLamports: bigint): Lamports =>
  lamports((BigInt(computeUnits) * microLamports + 999_999n) / 1_000_000n);

/** Lamports for the signatures of a transaction. */
export const signatureFee = (signatures: number): Lamports =>
  lamports(baseFeeLamportsPerSignature * BigInt(signatures));
