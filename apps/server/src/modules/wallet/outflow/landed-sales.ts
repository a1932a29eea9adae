import { decodePoolEvents } from "@tribe/chain/accounts";
import { decodeEvents } from "@tribe/chain/events";
import type { Address, TransactionSignature } from "@tribe/contract";
import type { Sale } from "@tribe/domain/outflow";
import type { ReadingContext } from "../../../context/context.ts";
import type { NodeTransaction } from "../../../engines/chain/read-transactions.ts";
import { readWireTransaction } from "../../../engines/chain/wire-transaction.ts";

/**
 * Those of the transactions that are sales of this wallet and have landed, as every node of the role `keys` says alike: one that makes
 * up a sale would lend allowance. None while one does not answer.
 */
export const landedSales = async (
  { chain, walletNodes, log }: Pick<ReadingContext, "chain" | "walletNodes" | "log">,
  wallet: Address,
  signatures: readonly TransactionSignature[],
): Promise<readonly Sale[]> => {
  if (signatures.length === 0) return [];
  try {
    const [first = [], ...others] = await Promise.all(
      walletNodes.map(async (node) =>
        salesIn(chain.programAddress, wallet, signatures, await node.readTransactions(signatures)),
      ),
    );
    return first.filter((sale) => others.every((sales) => sales.some((other) => isSameSale(sale, other))));
  } catch (error) {
    log.warn({ err: error }, "a wallet's sales could not be read");
    return [];
  }
};

const isSameSale = (one: Sale, other: Sale): boolean =>
  one.signature === other.signature &&
  one.at === other.at &&
  one.mint === other.mint &&
  one.units === other.units &&
  one.lamports === other.lamports;

const salesIn = async (
  program: Address,
  wallet: Address,
  signatures: readonly TransactionSignature[],
  found: readonly (NodeTransaction | null)[],
): Promise<readonly Sale[]> => {
  const sales = await Promise.all(
    signatures.map((signature, index) => {
      const transaction = found[index];
      return transaction ? saleOf(program, wallet, signature, transaction) : null;
    }),
  );
  return sales.filter((sale) => sale !== null);
};

/** Our programs' own events, which nobody can fake (`decodeEvents`), say what was sold and what came in. */
const saleOf = async (
  program: Address,
  wallet: Address,
  signature: TransactionSignature,
  { meta, transaction, blockTime }: NodeTransaction,
): Promise<Sale | null> => {
  if (!meta || meta.err !== null || blockTime === null) return null;
  const { accountKeys } = readWireTransaction(Buffer.from(transaction[0], "base64"));
  const loaded = meta.loadedAddresses;
  const addresses = [...accountKeys, ...(loaded?.writable ?? []), ...(loaded?.readonly ?? [])];
  const inner = meta.innerInstructions ?? [];
  const at = blockTime * 1_000;
  for (const event of await decodeEvents(inner, addresses, program)) {
    if (event.kind !== "tokenSold" || event.trader !== wallet) continue;
    const { mint, amount: units, price, platformFee, creatorFee, referralFee } = event;
    return { signature, at, mint, units, lamports: price - platformFee - creatorFee - referralFee };
  }
  for (const event of await decodePoolEvents(inner, addresses, program))
    if (event.kind === "poolSold" && event.trader === wallet)
      return { signature, at, mint: event.mint, units: event.tokens, lamports: event.lamports };
  return null;
};
