import type { Uid } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import type { WalletRecord } from "../rules/record.ts";
import { readRecord, writeRecord } from "../store/records.ts";

type RecordContext = Pick<AppContext, "db" | "keys" | "walletStore" | "log">;

/**
 * Has a wallet's record written anew with the keys of the test's server, as only the process with the keys can.
 * @throws Error when there is no wallet
 */
export const rewriteRecord = async (
  ctx: RecordContext,
  uid: Uid,
  change: (record: WalletRecord) => WalletRecord,
): Promise<void> => {
  const record = await readRecord(ctx, ctx.db, uid);
  if (!record) throw new Error("a wallet was made");
  const next = { ...change(record), version: record.version + 1 };
  await ctx.db.transaction((tx) => writeRecord(ctx.keys, tx, next));
};

/** The record as if so much time had passed, in ms, where the clock of the process that reads it can't be set. */
export const withTimePassed =
  (milliseconds: number) =>
  (record: WalletRecord): WalletRecord => {
    const { activeAt = {}, recoveries, waits, sends, outflow } = record;
    const earlier = <Wait extends Timed>(wait: Wait): Wait => ({
      ...wait,
      askedAt: wait.askedAt - milliseconds,
      readyAt: wait.readyAt - milliseconds,
      expiresAt: wait.expiresAt - milliseconds,
    });
    return {
      ...record,
      activeAt: Object.fromEntries(record.devices.map((key) => [key, (activeAt[key] ?? Date.now()) - milliseconds])),
      ...(recoveries ? { recoveries: recoveries.map(earlier) } : {}),
      ...(waits ? { waits: waits.map(earlier) } : {}),
      ...(sends ? { sends: sends.map(earlier) } : {}),
      ...(outflow
        ? {
            outflow: {
              ...outflow,
              outgoing: outflow.outgoing.map((each) => ({ ...each, at: each.at - milliseconds })),
            },
          }
        : {}),
    };
  };

interface Timed {
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
}
