import { walletWaits } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Executor } from "../../db/client.ts";
import { isEmpty, type LookContext } from "./owned/is-wallet-empty.ts";
import type { WalletRecord } from "./rules/record.ts";
import { canRecoverByMail } from "./rules/recovery-ways.ts";
import { writeRecord } from "./store/records.ts";
import { deleteMailShares } from "./store/sharings.ts";

/**
 * How long a change of the ways waits, in ms: 72 hours, in which whoever reads the owner's mail can stop it; not at all while the
 * wallet is empty.
 */
export const changeWait = async (ctx: LookContext, record: WalletRecord): Promise<number> =>
  (await isEmpty(ctx, record)) ? 0 : 1_000 * walletWaits.changeSeconds;

/**
 * Ends the mailed link when two tested ways are in force: deletes the shares that it gives, and pending requests for it.
 * @returns the record after it; the caller calls `keepCommitted` after the commit
 */
export const endMailIfDue = async (
  { keys, now }: Pick<AppContext, "keys" | "now">,
  tx: Executor,
  record: WalletRecord,
): Promise<WalletRecord> => {
  if (record.mailEndedAt !== undefined || canRecoverByMail(record, now())) return record;
  const { recoveries: _, ...rest } = record;
  const ended: WalletRecord = { ...rest, version: record.version + 1, mailEndedAt: now() };
  await writeRecord(keys, tx, ended);
  await deleteMailShares(tx, record.uid);
  return ended;
};
