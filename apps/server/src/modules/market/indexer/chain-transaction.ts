import type { Signature } from "@solana/kit";
import { decodePoolEvents, decodeTransactionEvents, type PoolEvent, type ProgramEvent } from "@tribe/chain";
import type { Address, Mint } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";
import { type Sighting, versionOfTransaction } from "../holdings.ts";

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
  readonly sightings: readonly Sighting[];
  readonly feePayer: Address;
  /** The curve program whose events these are. */
  readonly program: Address;
  /** Top-level instructions of our program: base58 of their data. */
  readonly programCalls: readonly string[];
}

/**
 * Reads one confirmed transaction.
 * @returns null while the RPC does not have it yet (status and history are not always in step).
 */
export const readTransaction = async (chain: Chain, signature: string): Promise<ChainTransaction | null> => {
  const found = await chain.rpc
    .getTransaction(signature as Signature, {
      commitment: "confirmed",
      encoding: "json",
      maxSupportedTransactionVersion: 0,
    })
    .send();
  if (!found?.meta) return null;
  const { meta, transaction, slot } = found;
  const loaded = meta.loadedAddresses;
  // The RPC speaks of the same base58 text; only the brands of kit and contract differ.
  const addresses = [
    ...transaction.message.accountKeys,
    ...(loaded?.writable ?? []),
    ...(loaded?.readonly ?? []),
  ] as readonly string[] as readonly Address[];
  const at = (index: number): Address => {
    const address = addresses[index];
    if (!address) throw new RangeError(`transaction ${signature} names account ${index} but lists ${addresses.length}`);
    return address;
  };
  const version = versionOfTransaction(slot);
  const sightings = new Map<number, Sighting>();
  const see = (balances: typeof meta.postTokenBalances, isClosed: boolean) => {
    for (const balance of balances ?? [])
      sightings.set(balance.accountIndex, {
        account: at(balance.accountIndex),
        mint: balance.mint as string as Mint,
        owner: balance.owner as string as Address,
        amount: isClosed ? 0n : BigInt(balance.uiTokenAmount.amount),
        version,
      });
  };
  see(meta.preTokenBalances, true);
  see(meta.postTokenBalances, false);
  return {
    signature,
    slot: Number(slot),
    blockTime: new Date(Number(found.blockTime ?? 0) * 1_000),
    events: await decodeTransactionEvents(found, chain.programAddress),
    poolEvents:
      meta.err === null ? await decodePoolEvents(meta.innerInstructions ?? [], addresses, chain.programAddress) : [],
    sightings: meta.err === null ? [...sightings.values()] : [],
    feePayer: at(0),
    program: chain.programAddress,
    programCalls: transaction.message.instructions
      .filter((instruction) => at(instruction.programIdIndex) === chain.programAddress)
      .map((instruction) => instruction.data),
  };
};

/** Calls that a node is asked for at the same moment. */
const callsAtOnce = 64;

/** {@link readTransaction} for many, in their order. */
export const readTransactions = async (
  chain: Chain,
  signatures: readonly string[],
): Promise<(ChainTransaction | null)[]> => {
  const found: (ChainTransaction | null)[] = signatures.map(() => null);
  const queue = signatures.entries();
  const work = async () => {
    for (const [index, signature] of queue) found[index] = await readTransaction(chain, signature);
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
  return found;
};
