import { ApiError, routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { checkDevice } from "../proofs.ts";
import { readRecord, type WalletRecord, writeRecord } from "../record.ts";
import { openShare, sharingsOf } from "../sharings.ts";
import { takeTurn } from "../take-turn.ts";
import { isMailOpen, settleMail } from "../ways.ts";

/**
 * The server's share of a device's sharing, against the device's signature. A saga: where the device is used in another
 * browser than the record says, what is committed is then kept twice.
 */
export const fetchShare = saga(routes.wallet.fetchShare, async ({ ctx, commit, session, body }) => {
  const { uid, deviceId } = session;
  const { devicePublicKey, version, device } = body;
  const { answer, changed } = await commit(async (tx) => {
    await checkDevice(tx, { uid, action: walletActions.share, devicePublicKey, proof: device });
    let record = await readRecord(ctx, tx, uid);
    let changed: WalletRecord | null = null;
    if (record?.devices.includes(devicePublicKey) && record.browsers?.[devicePublicKey] !== deviceId) {
      await takeTurn(tx, uid);
      record = await readRecord(ctx, tx, uid);
      if (record?.devices.includes(devicePublicKey)) {
        const browsers = { ...record.browsers, [devicePublicKey]: deviceId };
        changed = { ...record, version: record.version + 1, browsers };
        await writeRecord(ctx.keys, tx, changed);
      }
    }
    // Waits end between calls: whoever unlocks then ends the mail in the rows, too.
    if (record && record.mailEndedAt === undefined && !isMailOpen(record, ctx.now())) {
      await takeTurn(tx, uid);
      // What was written above is not committed yet: reading it here would remember its version too early.
      const newest = changed ?? (await readRecord(ctx, tx, uid));
      if (newest) record = changed = await settleMail(ctx, tx, newest);
    }
    const all = await sharingsOf(tx, uid);
    if (all.length === 0) throw new ApiError("wallet_missing");
    const mine = all.filter((row) => row.devicePublicKey === devicePublicKey);
    const asked =
      version === undefined
        ? (mine.find(({ state }) => state === "active") ?? mine[0])
        : mine.find((row) => row.version === version);
    // A pending one is read back by the device that stored it, before the record names it.
    if (!asked || (asked.state === "active" && !record?.devices.includes(devicePublicKey)))
      throw new ApiError("device_unknown");
    const serverShare = await openShare(ctx.keys, "server-share", asked);
    return { answer: { serverShare, version: asked.version }, changed };
  });
  if (changed) await ctx.walletVersions.keep(uid, changed.version);
  return answer;
});
