import { decodePoolEvents } from "@tribe/chain/accounts";
import { decodeEvents } from "@tribe/chain/events";
import type { Address, TransactionSignature } from "@tribe/contract";
import type { Sale } from "@tribe/domain/outflow";
import type { ReadingContext } from "../../../context.ts";
import type { NodeTransaction } from "../../../engines/chain/read-transactions.ts";
import { readWireTransaction } from "../../../engines/chain/wire-transaction.ts";

/** Those of the transactions that are sales of this wallet and have landed. None while the chain does not answer. */
export const landedSales = async (
  { chain, log }: Pick<ReadingContext, "chain" | "log">,
  wallet: Address,
  signatures: readonly TransactionSignature[],
): Promise<readonly Sale[]> => {
  if (signatures.length === 0) return [];
  try {
    const found = await chain.readTransactions(signatures);
    const sales = await Promise.all(
      signatures.map(async (signature, index) => {
        const transaction = found[index];
        return transaction ? saleOf(chain.programAddress, wallet, signature, transaction) : null;
      }),
    );
    return sales.filter((sale) => sale !== null);
  } catch (error) {
    log.warn({ error }, "a wallet's sales could not be read");
    return [];
  }
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
