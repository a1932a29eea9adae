import { decodePoolEvents, type PoolEvent } from "@tribe/chain/accounts";
import { decodeEvents, type ProgramEvent } from "@tribe/chain/events";
import { type Address, lamports } from "@tribe/contract";
import type { Chain } from "../../../engines/chain/port.ts";
import type { NodeTokenBalance, NodeTransaction } from "../../../engines/chain/read-transactions.ts";
import { readWireTransaction } from "../../../engines/chain/wire-transaction.ts";
import { type BalanceObservation, versionOfTransaction } from "../rules/balances.ts";
import type { AccountMove } from "../rules/moves.ts";

/** The parts of a transaction (confirmed at least) that the indexer needs. */
export interface ChainTransaction {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: Date;
  /** The curve program's events, in order. */
  readonly events: readonly ProgramEvent[];
  /** Events of our tokens' pools, in order. */
  readonly poolEvents: readonly PoolEvent[];
  /** The balances of all token accounts that it names, after it; 0 for closed ones. */
  readonly observations: readonly BalanceObservation[];
  /** How it changed those whose balance is another one after it. */
  readonly moves: readonly AccountMove[];
  readonly feePayer: Address;
  /** The curve program of these events. */
  readonly program: Address;
  /** Data of its top-level instructions to our program. */
  readonly programCalls: readonly Uint8Array[];
}

/** {@link readTransactions} for one. */
export const readTransaction = async (chain: Chain, signature: string): Promise<ChainTransaction | null> =>
  (await readTransactions(chain, [signature]))[0] ?? null;

/** Transactions per request to the node: each answer is decoded while the next ones are on their way. */
const readTogether = 32;

/**
 * Reads confirmed transactions, in the given order.
 * @returns null for one that the RPC does not have yet (its status is sometimes ahead of its history)
 */
export const readTransactions = async (
  chain: Chain,
  signatures: readonly string[],
): Promise<(ChainTransaction | null)[]> => {
  const starts = Array.from({ length: Math.ceil(signatures.length / readTogether) }, (_, at) => at * readTogether);
  const answers = await Promise.all(
    starts.map((start) => readSome(chain, signatures.slice(start, start + readTogether))),
  );
  return answers.flat();
};

const readSome = async (chain: Chain, signatures: readonly string[]): Promise<(ChainTransaction | null)[]> => {
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
  const blockTime = new Date((found.blockTime ?? 0) * 1_000);
  const unitsBefore = new Map(
    (meta.preTokenBalances ?? []).map(({ accountIndex, uiTokenAmount }) => [
      accountIndex,
      BigInt(uiTokenAmount.amount),
    ]),
  );
  const moves = [...observations].map(([index, { account, mint, owner, amount }]): AccountMove => {
    const isPaidByOwner = owner === at(0);
    const deposit = BigInt(meta.postBalances[index] ?? 0) - BigInt(meta.preBalances[index] ?? 0);
    return {
      ...{ account, mint, owner, signature, slot, blockTime },
      ...{ unitsBefore: unitsBefore.get(index) ?? 0n, unitsAfter: amount },
      ...{ networkFee: lamports(isPaidByOwner ? BigInt(meta.fee) : 0n), deposit: isPaidByOwner ? deposit : 0n },
    };
  });
  const [inner, hasFailed] = [meta.innerInstructions ?? [], meta.err !== null];
  return {
    signature,
    slot,
    blockTime,
    events: hasFailed ? [] : await decodeEvents(inner, addresses, chain.programAddress),
    poolEvents: hasFailed ? [] : await decodePoolEvents(inner, addresses, chain.programAddress),
    observations: hasFailed ? [] : [...observations.values()],
    moves: hasFailed ? [] : moves.filter(({ unitsBefore, unitsAfter }) => unitsBefore !== unitsAfter),
    feePayer: at(0),
    program: chain.programAddress,
    programCalls: instructions
      .filter((instruction) => at(instruction.programIdIndex) === chain.programAddress)
      .map((instruction) => instruction.data),
  };
};
