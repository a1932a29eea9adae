import { maxSalesPerCall, type TransactionSignature } from "@tribe/contract";
import type { AccountRecord, AccountStore } from "../storage/account-record.ts";

/** The sales that this browser signed lately, newest first: what they brought is given back once they have landed. */
export const latestSales = (record: AccountRecord): TransactionSignature[] => [...(record.sales ?? [])];

/** Remembers a sale. A browser that can't loses nothing but what the sale would give back. @throws StorageError */
export const rememberSale = (store: AccountStore, uid: string, signature: TransactionSignature): Promise<void> =>
  store.exclusive(uid, async () => {
    const record = await store.get(uid);
    if (record) await store.put({ ...record, sales: [signature, ...latestSales(record)].slice(0, maxSalesPerCall) });
  });
