import { ApiError, routes } from "@tribe/contract";
import { newDeviceMailText, recoveryAskedMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { placeOf } from "../../identity/index.ts";
import { isUsedElsewhere } from "../activity.ts";
import { notifyOwner } from "../notify-owner.ts";
import { readRecord, writeRecord } from "../record.ts";
import { takeByLink } from "../recoveries.ts";
import {
  isRecoveryReady,
  shownRecovery,
  stopRecoveryLinkOf,
  withGiven,
  withRecovery,
} from "../recovery/recovery-waits.ts";
import { openRecovered, recoverableSharing } from "../sharings.ts";
import { issueWalletToken } from "../tokens.ts";
import { newDeviceNoticeSeconds, waitNoticeSeconds } from "../waits.ts";
import { isMailOpen } from "../ways.ts";

/**
 * Trades a mailed link for both shares: to the device that asked for it, while the session that asked still stands. Where another browser
 * has used the wallet lately the link begins a day's wait instead, and the owner is told. A saga: what is committed is then kept twice.
 */
export const finishRecovery = saga(routes.wallet.finishRecovery, async ({ ctx, commit, body, request: call }) => {
  const { record, answer } = await commit(async (tx) => {
    const { uid, sessionId, deviceId, devicePublicKey } = await takeByLink(ctx, tx, "recovery", body);
    const session = await ctx.ports.callers.session(sessionId);
    if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
    const found = await readRecord(ctx, tx, uid);
    const now = ctx.now();
    if (found && !isMailOpen(found, now)) throw new ApiError("recovery_link_invalid");
    const sharing = found && (await recoverableSharing(tx, found));
    if (!found || !sharing) throw new ApiError("wallet_missing");
    const { walletToken } = issueWalletToken(ctx.keys, session, now);
    const asked = { devicePublicKey, sessionId };
    if (!isUsedElsewhere(found, devicePublicKey, now) || isRecoveryReady(found, asked, now)) {
      // Here, and not when it says that it has the wallet: a page that was changed never says so.
      const given = withGiven(found, devicePublicKey);
      if (given !== found) {
        await writeRecord(ctx.keys, tx, given);
        await notifyOwner(ctx, tx, given, "newDevice", {
          mail: newDeviceMailText,
          lifetimeSeconds: newDeviceNoticeSeconds,
        });
      }
      return { record: given, answer: { ...(await openRecovered(ctx, sharing)), walletToken } };
    }
    const place = placeOf(call);
    const next = withRecovery(found, { ...asked, deviceId, place }, now);
    if (next.isNew) {
      await writeRecord(ctx.keys, tx, next.record);
      const { id, readyAt } = next.wait;
      const stopUrl = `${ctx.config.signerUrl}/${stopRecoveryLinkOf(ctx.keys, uid, id)}`;
      const mail = recoveryAskedMailText({ ...place, readyAt, stopUrl });
      await notifyOwner(ctx, tx, found, "recoveryAsked", { mail, lifetimeSeconds: waitNoticeSeconds });
    }
    return { record: next.record, answer: { wait: shownRecovery(next.wait), walletToken } };
  });
  await ctx.walletStore.keep(record.uid, record.version);
  return answer;
});
