import type { Address, Uid } from "@tribe/contract";
import { asc, gt } from "drizzle-orm";
import type { Reader } from "../../../db/client.ts";
import type { WalletStore } from "../../../engines/wallet-store/port.ts";
import type { WalletRecord } from "../rules/record.ts";
import { walletRecords } from "../schema.ts";

const rowsAtOnce = 1_000;

/** A wallet whose record in the database is older than the newest that this data folder knows: it gives nothing out. */
interface ClosedWallet {
  readonly uid: Uid;
  readonly address: Address;
  readonly version: number;
  readonly newest: number;
}

/**
 * The wallets that a database has closed which was restored from before their last change
 * (docs/decisions/0059-a-wallets-record-has-a-mac.md), and how many records it has in all.
 */
export const closedWallets = async (
  db: Reader,
  store: Pick<WalletStore, "newest">,
): Promise<{ readonly closed: readonly ClosedWallet[]; readonly records: number }> => {
  const closed: ClosedWallet[] = [];
  let records = 0;
  for (let after = ""; ; ) {
    const rows = await db
      .select({ uid: walletRecords.uid, body: walletRecords.body })
      .from(walletRecords)
      // Uids are text, and every one comes after the empty one.
      .where(gt(walletRecords.uid, after as Uid))
      .orderBy(asc(walletRecords.uid))
      .limit(rowsAtOnce);
    for (const { uid, body } of rows) {
      const { address, version } = JSON.parse(body) as WalletRecord; // as `readUnverified`: only to be shown
      const newest = await store.newest(uid);
      if (version < newest) closed.push({ uid, address, version, newest });
    }
    records += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return { closed, records };
    after = last.uid;
  }
};
