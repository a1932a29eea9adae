import { type Key, knownKey } from "../codec/keys.ts";
import { isWritableStatic, type WireTransaction } from "./wire.ts";

// The crate solana-cost-model of Agave 3.1: compute units for what a transaction asks of a block beside running.
const SIGNATURE = 720;
const WRITE_LOCK = 300;
const DATA_BYTES_PER_UNIT = 4;
const PAGE_BYTES = 32 * 1024;
const PAGE = 8;
const SIMPLE_VOTE = 3428;

const VOTE_PROGRAM = knownKey("Vote111111111111111111111111111111111111111");
/** What a signature costs that a precompile checks. */
const PRECOMPILES: ReadonlyMap<Key, number> = new Map([
  [knownKey("KeccakSecp256k11111111111111111111111111111"), 6690],
  [knownKey("Ed25519SigVerify111111111111111111111111111"), 2400],
  [knownKey("Secp256r1SigVerify1111111111111111111111111"), 4800],
]);

/** What a transaction took when it ran: compute units, and bytes of accounts and programs. */
export interface Usage {
  readonly computeUnits: number;
  readonly loadedBytes: number;
}

/**
 * A processed transaction's cost in compute units, which limits blocks (`costUnits`): signatures, the requested write locks
 * (granted or not), instruction data, execution, and each started 32 KiB of loaded data.
 */
export function costUnitsOf(tx: WireTransaction, { computeUnits, loadedBytes }: Usage): number {
  if (isSimpleVote(tx)) return SIMPLE_VOTE;
  const fromTables = tx.lookups.reduce((sum, { writable }) => sum + writable.length, 0);
  const locks = tx.staticKeys.filter((_, index) => isWritableStatic(tx, index)).length + fromTables;
  const dataBytes = tx.instructions.reduce((sum, { data }) => sum + data.length, 0);
  return (
    signatureCost(tx) +
    locks * WRITE_LOCK +
    Math.floor(dataBytes / DATA_BYTES_PER_UNIT) +
    computeUnits +
    Math.ceil(loadedBytes / PAGE_BYTES) * PAGE
  );
}

function signatureCost(tx: WireTransaction): number {
  let cost = tx.requiredSignatures * SIGNATURE;
  for (const { programIdIndex, data } of tx.instructions) {
    const program = tx.staticKeys[programIdIndex];
    const each = program === undefined ? undefined : PRECOMPILES.get(program);
    if (each !== undefined) cost += (data[0] ?? 0) * each;
  }
  return cost;
}

/** A vote as validators send it has a fixed cost. */
function isSimpleVote({ version, requiredSignatures, instructions, staticKeys }: WireTransaction): boolean {
  const [only, ...others] = instructions;
  const isShort = version === "legacy" && requiredSignatures < 3 && others.length === 0;
  return isShort && only !== undefined && staticKeys[only.programIdIndex] === VOTE_PROGRAM;
}
