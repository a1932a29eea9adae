import { decodePoolEvents, type PoolEvent } from "@tribe/chain/accounts";
import { decodeEvents, type ProgramEvent } from "@tribe/chain/events";
import type { Address } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";
import type { NodeTokenBalance, NodeTransaction } from "../../../engines/chain/read-transactions.ts";
import { readWireTransaction } from "../../../engines/chain/wire-transaction.ts";
import { type BalanceObservation, versionOfTransaction } from "../balances/holdings.ts";

/** What the indexer needs of one transaction that is at least confirmed. */
export interface ChainTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Date;
  /** What the curve program did in it, in order. */
  readonly events: readonly ProgramEvent[];
  /** What pools of our tokens did in it, in order. */
  readonly poolEvents: readonly PoolEvent[];
  /** Balances of all token accounts that it names, after it; 0 for those that it closed. */
  readonly observations: readonly BalanceObservation[];
  readonly feePayer: Address;
  /** The curve program whose events these are. */
  readonly program: Address;
  /** Data of its top-level calls of our program. */
  readonly programCalls: readonly Uint8Array[];
}

/** {@link readTransactions} for one. */
export const readTransaction = async (chain: Chain, signature: string): Promise<ChainTransaction | null> =>
  (await readTransactions(chain, [signature]))[0] ?? null;

/** As many as a node is asked for at once: what came is interpreted, and forgotten, while the others are on their way. */
const readTogether = 32;

/**
 * Reads confirmed transactions, in the order asked for.
 * @returns null while the RPC does not have one yet (status and history are not always in step).
 */
export const readTransactions = async (
  chain: Chain,
  signatures: readonly string[],
): Promise<(ChainTransaction | null)[]> => {
  const starts = Array.from({ length: Math.ceil(signatures.length / readTogether) }, (_, at) => at * readTogether);
  const parts = await Promise.all(
    starts.map((start) => readPart(chain, signatures.slice(start, start + readTogether))),
  );
  return parts.flat();
};

const readPart = async (chain: Chain, signatures: readonly string[]): Promise<(ChainTransaction | null)[]> => {
  const found = await chain.readTransactions(signatures);
  return Promise.all(
    signatures.map(async (signature, index) => {
      const one = found[index];
      return one ? interpret(chain, signature, one) : null;
    }),
  );
};

const interpret = async (chain: Chain, signature: string, found: NodeTransaction): Promise<ChainTransaction | null> => {
  const { meta, transaction, slot } = found;
  if (!meta) return null;
  const { accountKeys, instructions } = readWireTransaction(Buffer.from(transaction[0], "base64"));
  const loaded = meta.loadedAddresses;
  const addresses = [...accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const at = (index: number): Address => {
    const address = addresses[index];
    if (!address) throw new RangeError(`transaction ${signature} names account ${index} but lists ${addresses.length}`);
    return address;
  };
  const version = versionOfTransaction(slot);
  const observations = new Map<number, BalanceObservation>();
  const see = (balances: readonly NodeTokenBalance[] | undefined, isClosed: boolean) => {
    for (const balance of balances ?? [])
      observations.set(balance.accountIndex, {
        account: at(balance.accountIndex),
        mint: balance.mint,
        owner: balance.owner,
        amount: isClosed ? 0n : BigInt(balance.uiTokenAmount.amount),
        version,
      });
  };
  see(meta.preTokenBalances, true);
  see(meta.postTokenBalances, false);
  const [inner, hasFailed] = [meta.innerInstructions ?? [], meta.err !== null];
  return {
    signature,
    slot,
    blockTime: new Date((found.blockTime ?? 0) * 1_000),
    events: hasFailed ? [] : await decodeEvents(inner, addresses, chain.programAddress),
    poolEvents: hasFailed ? [] : await decodePoolEvents(inner, addresses, chain.programAddress),
    observations: hasFailed ? [] : [...observations.values()],
    feePayer: at(0),
    program: chain.programAddress,
    programCalls: instructions
      .filter((instruction) => at(instruction.programIdIndex) === chain.programAddress)
      .map((instruction) => instruction.data),
  };
};
