import { type Address, ApiError, routes } from "@tribe/contract";
import { newDeviceMailText, recoveryAskedMailText } from "@tribe/domain/words";
import type { ReadingContext } from "../../../context/context.ts";
import { saga } from "../../../http/implement.ts";
import { placeOf } from "../../identity/index.ts";
import { askerOfLink, completeByLink } from "../mailed-links.ts";
import { newDeviceNoticeSeconds, waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { isSmallWallet } from "../owned/is-small-wallet.ts";
import { reachableWallets } from "../owned/is-wallet-empty.ts";
import type { WalletRecord } from "../rules/record.ts";
import { isRecoveryReady, recoveryInfo, stopRecoveryLinkOf, withGiven, withRecovery } from "../rules/recovery-waits.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { openRecovered } from "../share-encryption.ts";
import { readRecord, writeRecord } from "../store/records.ts";
import { recoverableSharing } from "../store/sharings.ts";
import { issueWalletToken } from "../tokens.ts";

/**
 * Exchanges a mailed link for both shares: for the device that asked for it, if the session that asked has not ended. Unless the
 * wallet is a small one, the link begins a day's wait instead, and the owner is notified. A saga, because the chain decides, and
 * because after the commit the record's version is also kept outside of the database.
 */
export const finishRecovery = saga(routes.wallet.finishRecovery, async ({ ctx, commit, body, request: call }) => {
  const small = await smallWalletsOf(ctx, body);
  const { record, answer } = await commit(async (tx) => {
    const { uid, sessionId, deviceId, devicePublicKey } = await completeByLink(ctx, tx, "recovery", body);
    const session = await ctx.ports.callers.session(sessionId);
    if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
    const found = await readRecord(ctx, tx, uid);
    const now = ctx.now();
    if (found && !canRecoverByMail(found, now)) throw new ApiError("recovery_link_invalid");
    const sharing = found && (await recoverableSharing(tx, found));
    if (!found || !sharing) throw new ApiError("wallet_missing");
    const { walletToken } = issueWalletToken(ctx.keys, session, now);
    const asked = { devicePublicKey, sessionId };
    // The wallet may have become another one since the chain was read.
    const isSmall = reachableWallets(found, now).every((address) => small.includes(address));
    if (isSmall || isRecoveryReady(found, asked, now)) {
      // The owner is notified here, not when the browser confirms that it has the wallet: a manipulated page would never confirm.
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
    return { record: next.record, answer: { wait: recoveryInfo(next.wait), walletToken } };
  });
  await ctx.walletStore.keep(record.uid, record.version);
  return answer;
});

/** The wallets of the link's person, if they are worth so little that it need not wait; otherwise none. */
const smallWalletsOf = async (
  ctx: ReadingContext,
  link: { readonly request: string; readonly token: string },
): Promise<readonly Address[]> => {
  const uid = await askerOfLink(ctx, link);
  const record: WalletRecord | null = uid && (await readRecord(ctx, ctx.db, uid));
  return record && (await isSmallWallet(ctx, record)) ? reachableWallets(record, ctx.now()) : [];
};
