import { ApiError, routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { bookedMessage } from "../outflow/booked-message.ts";
import { countSpend } from "../outflow/count-spend.ts";
import { tokensWorth } from "../outflow/tokens-worth.ts";
import { checkDeviceAndCommit } from "../proofs.ts";
import { endMailIfDue } from "../recovery-changes.ts";
import { isActivityDue, withActivity } from "../rules/activity.ts";
import type { WalletRecord } from "../rules/record.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { openServerShare } from "../share-encryption.ts";
import { lockAccount } from "../store/lock-account.ts";
import { keepCommitted, writeRecord } from "../store/records.ts";
import { type AccountWallet, readWallet } from "../store/sharings.ts";

/**
 * Gives a device the server's share of its sharing, against its signature, once what it is to sign was counted. A saga: usually
 * only the challenge is written; when the record is, too, its version is also kept outside of the database after the commit.
 */
export const fetchShare = saga(routes.wallet.fetchShare, async ({ ctx, commit, session, body }) => {
  const { uid, deviceId } = session;
  const { devicePublicKey, version, device, spend, message } = body;
  await checkDeviceAndCommit(ctx, commit, { uid, action: walletActions.share, devicePublicKey, proof: device, spend });
  if (spend) {
    const [worth, booked] = await Promise.all([
      tokensWorth(ctx, ctx.db, spend.outflow),
      message === undefined ? null : bookedMessage(ctx, spend, message),
    ]);
    const counting = { uid, spend, devicePublicKey, tokensWorth: worth, booked };
    const counted = await commit((tx) => countSpend(ctx, tx, counting));
    await keepCommitted(ctx, counted);
  }

  const isInOtherBrowser = (record: WalletRecord): boolean =>
    record.devices.includes(devicePublicKey) && record.browsers?.[devicePublicKey] !== deviceId;
  // A wait can end between two calls: the next one that unlocks the wallet then ends the mailed link in the rows, too.
  const isMailDue = (record: WalletRecord): boolean =>
    record.mailEndedAt === undefined && !canRecoverByMail(record, ctx.now());
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
        const activeAt = withActivity(record, devicePublicKey, ctx.now());
        record = { ...record, version: record.version + 1, browsers, activeAt };
        await writeRecord(ctx.keys, tx, record);
      }
      return { ...found, record: await endMailIfDue(ctx, tx, record) };
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
  // A pending sharing is read back by the device that stored it, before the record names that device.
  if (!asked || (asked.state === "active" && !record?.devices.includes(devicePublicKey)))
    throw new ApiError("device_unknown");
  return { serverShare: await openServerShare(ctx.keys, asked), version: asked.version };
});
