import { ApiError, routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { checkDeviceInTurn } from "../proofs.ts";
import { readRecord } from "../record.ts";
import { isRecoveryReady } from "../recovery/recovery-waits.ts";
import { openRecovered, recoverableSharing } from "../sharings.ts";
import { isMailOpen } from "../ways.ts";

/**
 * Gives both shares to the browser that has waited its day for them, in the session that asked. The wait ends when that browser has made a
 * sharing of its own, so that a crash before costs nobody another day.
 */
export const takeRecovery = command(routes.wallet.takeRecovery, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  const { devicePublicKey, device } = body;
  await checkDeviceInTurn(ctx, tx, { uid, action: walletActions.takeRecovery, devicePublicKey, proof: device });
  const record = await readRecord(ctx, tx, uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!isMailOpen(record, ctx.now())) throw new ApiError("recovery_mail_over");
  if (!isRecoveryReady(record, { devicePublicKey, sessionId }, ctx.now())) throw new ApiError("wait_not_over");
  const sharing = await recoverableSharing(tx, record);
  if (!sharing) throw new ApiError("wallet_missing");
  return openRecovered(ctx, sharing);
});
