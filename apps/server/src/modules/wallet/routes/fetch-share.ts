import { ApiError, routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { activityWith, isActivityDue } from "../activity.ts";
import { lockAccount } from "../lock-account.ts";
import { checkDeviceAtOnce } from "../proofs.ts";
import { keepCommitted, type WalletRecord, writeRecord } from "../record.ts";
import { type AccountWallet, openServerShare, readWallet } from "../sharings.ts";
import { isMailOpen, settleMail } from "../ways.ts";

/**
 * The server's share of a device's sharing, against the device's signature. A saga: nothing but the challenge is written as a
 * rule, and where something is, what is committed is then kept twice.
 */
export const fetchShare = saga(routes.wallet.fetchShare, async ({ ctx, commit, session, body }) => {
  const { uid, deviceId } = session;
  const { devicePublicKey, version, device } = body;
  await checkDeviceAtOnce(ctx, commit, { uid, action: walletActions.share, devicePublicKey, proof: device });

  const isInOtherBrowser = (record: WalletRecord): boolean =>
    record.devices.includes(devicePublicKey) && record.browsers?.[devicePublicKey] !== deviceId;
  // Waits end between calls: whoever unlocks then ends the mail in the rows, too.
  const isMailDue = (record: WalletRecord): boolean =>
    record.mailEndedAt === undefined && !isMailOpen(record, ctx.now());
  const isUseDue = (record: WalletRecord): boolean =>
    isInOtherBrowser(record) || isActivityDue(record, devicePublicKey, ctx.now());
  const isDue = ({ record }: AccountWallet): boolean => record !== null && (isUseDue(record) || isMailDue(record));

  let wallet = await readWallet(ctx, ctx.db, uid);
  if (isDue(wallet)) {
    wallet = await commit(async (tx) => {
      await lockAccount(tx, uid);
      const found = await readWallet(ctx, tx, uid);
      if (!found.record || !isDue(found)) return found;
      let record = found.record;
      if (isUseDue(record)) {
        const browsers = { ...record.browsers, [devicePublicKey]: deviceId };
        const activeAt = activityWith(record, devicePublicKey, ctx.now());
        record = { ...record, version: record.version + 1, browsers, activeAt };
        await writeRecord(ctx.keys, tx, record);
      }
      return { ...found, record: await settleMail(ctx, tx, record) };
    });
    if (wallet.record) await keepCommitted(ctx, wallet.record);
  }

  const { record, sharings } = wallet;
  if (sharings.length === 0) throw new ApiError("wallet_missing");
  const mine = sharings.filter((row) => row.devicePublicKey === devicePublicKey);
  const asked =
    version === undefined
      ? (mine.find(({ state }) => state === "active") ?? mine[0])
      : mine.find((row) => row.version === version);
  // A pending one is read back by the device that stored it, before the record names it.
  if (!asked || (asked.state === "active" && !record?.devices.includes(devicePublicKey)))
    throw new ApiError("device_unknown");
  return { serverShare: await openServerShare(ctx.keys, asked), version: asked.version };
});
