import { and, eq, isNull } from "drizzle-orm";
import type { AppContext } from "../../../context/context.ts";
import type { Executor } from "../../../db/client.ts";
import type { Keys } from "../../../engines/keys/port.ts";
import { people } from "../../identity/schema.ts";
import { sharingMac } from "../row-macs.ts";
import { walletRecords, walletSharings, wallets } from "../schema.ts";
import { writeRecord } from "./records.ts";

const batch = 500;

/**
 * Writes the records of wallets that were created before there were records, once per installation: what their rows say then is
 * trusted. From then on a wallet without a record is refused.
 */
export const createMissingRecords = async (
  ctx: Pick<AppContext, "db" | "keys" | "walletStore" | "log">,
): Promise<void> => {
  if (await ctx.walletStore.areAllRecorded()) return;
  let count = 0;
  for (;;) {
    const written = await ctx.db.transaction((tx) => recordSome(ctx.keys, tx));
    count += written;
    if (written < batch) break;
  }
  await ctx.walletStore.markAllRecorded();
  if (count > 0) ctx.log.info({ count }, "wallets of before have their records");
};

const recordSome = async (keys: Keys, tx: Executor): Promise<number> => {
  const found = await tx
    .select({ uid: wallets.uid, address: wallets.address, recoveryEmail: people.email })
    .from(wallets)
    .innerJoin(people, eq(people.uid, wallets.uid))
    .leftJoin(walletRecords, eq(walletRecords.uid, wallets.uid))
    .where(isNull(walletRecords.uid))
    .limit(batch);
  for (const { uid, address, recoveryEmail } of found) {
    const active = await tx
      .select({ devicePublicKey: walletSharings.devicePublicKey })
      .from(walletSharings)
      .where(and(eq(walletSharings.uid, uid), eq(walletSharings.state, "active")));
    const devices = [...new Set(active.map(({ devicePublicKey }) => devicePublicKey))];
    await writeRecord(keys, tx, { format: 1, uid, version: 1, address, recoveryEmail, devices });
  }
  // Pending sharings get their MAC, so that they can still be confirmed.
  const pending = await tx
    .select()
    .from(walletSharings)
    .where(and(eq(walletSharings.state, "pending"), isNull(walletSharings.mac)));
  for (const row of pending)
    await tx
      .update(walletSharings)
      .set({ mac: sharingMac(keys, row) })
      .where(
        and(
          eq(walletSharings.uid, row.uid),
          eq(walletSharings.devicePublicKey, row.devicePublicKey),
          eq(walletSharings.version, row.version),
        ),
      );
  return found.length;
};
