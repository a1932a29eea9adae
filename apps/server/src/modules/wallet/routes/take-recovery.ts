import { ApiError, routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { isRecoveryReady } from "../rules/recovery-waits.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { openRecovered } from "../share-encryption.ts";
import { readRecord } from "../store/records.ts";
import { recoverableSharing } from "../store/sharings.ts";

/**
 * Gives both shares to the browser that has waited its day, in the session that asked. The wait is deleted only when that browser
 * has a sharing of its own, so that a crash before that costs nobody another day.
 */
export const takeRecovery = command(routes.wallet.takeRecovery, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  const { devicePublicKey, device } = body;
  await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.takeRecovery, devicePublicKey, proof: device });
  const record = await readRecord(ctx, tx, uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!canRecoverByMail(record, ctx.now())) throw new ApiError("recovery_mail_over");
  if (!isRecoveryReady(record, { devicePublicKey, sessionId }, ctx.now())) throw new ApiError("wait_not_over");
  const sharing = await recoverableSharing(tx, record);
  if (!sharing) throw new ApiError("wallet_missing");
  return openRecovered(ctx, sharing);
});
