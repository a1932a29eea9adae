import { emptyOutflowBook, type OutflowBook } from "@tribe/domain/outflow";
import type { WalletRecord } from "./record.ts";

/** What has left a wallet, by its record, which is under the MAC of the role `keys`. */
export const outflowBookOf = ({ outflow }: WalletRecord): OutflowBook =>
  outflow
    ? {
        ...outflow,
        outgoing: outflow.outgoing.map(({ lamports, bought, ...rest }) => ({
          ...rest,
          lamports: BigInt(lamports),
          bought: bought && { mint: bought.mint, units: BigInt(bought.units) },
        })),
      }
    : emptyOutflowBook;

/** The next version of the record, with this book. */
export const withOutflowBook = (record: WalletRecord, book: OutflowBook): WalletRecord => ({
  ...record,
  version: record.version + 1,
  outflow: {
    ...book,
    outgoing: book.outgoing.map(({ lamports, bought, ...rest }) => ({
      ...rest,
      lamports: `${lamports}`,
      bought: bought && { mint: bought.mint, units: `${bought.units}` },
    })),
  },
});
