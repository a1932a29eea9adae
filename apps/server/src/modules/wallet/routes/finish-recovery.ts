import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { readRecord } from "../record.ts";
import { takeByLink } from "../recoveries.ts";
import { openRecoveryShare, openServerShare, recoverableSharing } from "../sharings.ts";
import { issueWalletToken } from "../tokens.ts";
import { isMailOpen } from "../ways.ts";

/** Trades a mailed link for both shares: to the device that asked for it, while the session that asked still stands. */
export const finishRecovery = command(routes.wallet.finishRecovery, async ({ ctx, tx, body }) => {
  const { uid, sessionId, deviceId } = await takeByLink(ctx, tx, "recovery", body);
  const session = await ctx.ports.callers.session(sessionId);
  if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
  const record = await readRecord(ctx, tx, uid);
  if (record && !isMailOpen(record, ctx.now())) throw new ApiError("recovery_link_invalid");
  const sharing = record && (await recoverableSharing(tx, record));
  if (!record || !sharing) throw new ApiError("wallet_missing");
  return {
    address: record.address,
    serverShare: await openServerShare(ctx.keys, sharing),
    recoveryShare: await openRecoveryShare(ctx, sharing),
    walletToken: issueWalletToken(ctx.keys, session, ctx.now()).walletToken,
  };
});
