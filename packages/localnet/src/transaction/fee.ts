import { type Key, knownKey } from "../codec/keys.ts";
import type { WireTransaction } from "./wire.ts";

const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO = 1_000_000n;
const MAX_COMPUTE_UNITS = 1_400_000n;
const DEFAULT_UNITS = 200_000n;
const BUILTIN_UNITS = 3_000n;

const COMPUTE_BUDGET = knownKey("ComputeBudget111111111111111111111111111111");
const BUILTINS: ReadonlySet<Key> = new Set([
  COMPUTE_BUDGET,
  knownKey("11111111111111111111111111111111"),
  knownKey("BPFLoader1111111111111111111111111111111111"),
  knownKey("BPFLoader2111111111111111111111111111111111"),
  knownKey("BPFLoaderUpgradeab1e11111111111111111111111"),
  knownKey("LoaderV411111111111111111111111111111111111"),
  knownKey("KeccakSecp256k11111111111111111111111111111"),
  knownKey("Ed25519SigVerify111111111111111111111111111"),
]);
const PRECOMPILES: ReadonlySet<Key> = new Set([
  knownKey("KeccakSecp256k11111111111111111111111111111"),
  knownKey("Ed25519SigVerify111111111111111111111111111"),
  knownKey("Secp256r1SigVerify1111111111111111111111111"),
]);

/** What a message costs and asks for. Lamports, micro-lamports per compute unit, compute units. */
export interface FeeBreakdown {
  readonly total: bigint;
  readonly base: bigint;
  readonly unitPrice: bigint;
  readonly unitLimit: bigint;
}

type FeeMessage = Pick<WireTransaction, "staticKeys" | "instructions" | "requiredSignatures">;

/**
 * The fee of a message by Solana's formula: 5,000 lamports for each signature (those that precompiles check count too)
 * plus ⌈unit price · unit limit / 10⁶⌉; without a limit, 200,000 units for each instruction (3,000 for a builtin's).
 */
export function feeOf(message: FeeMessage): FeeBreakdown {
  let signatures = BigInt(message.requiredSignatures);
  let unitPrice = 0n;
  let unitLimit: bigint | undefined;
  let defaultLimit = 0n;
  for (const instruction of message.instructions) {
    const program = message.staticKeys[instruction.programIdIndex];
    if (program === undefined) continue;
    const { data } = instruction;
    if (program === COMPUTE_BUDGET) {
      if (data[0] === 2 && data.length >= 5) unitLimit = BigInt(data.readUInt32LE(1));
      if (data[0] === 3 && data.length >= 9) unitPrice = data.readBigUInt64LE(1);
    }
    if (PRECOMPILES.has(program)) signatures += BigInt(data[0] ?? 0);
    defaultLimit += BUILTINS.has(program) ? BUILTIN_UNITS : DEFAULT_UNITS;
  }
  const limit = unitLimit ?? defaultLimit;
  const capped = limit > MAX_COMPUTE_UNITS ? MAX_COMPUTE_UNITS : limit;
  const base = signatures * LAMPORTS_PER_SIGNATURE;
  const priority = (unitPrice * capped + MICRO - 1n) / MICRO;
  return { total: base + priority, base, unitPrice, unitLimit: capped };
}
