import { ApiError, mailCode, routes } from "@tribe/contract";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { beginByLink } from "../mailed-links.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { readRecord } from "../store/records.ts";
import { recoverableSharing } from "../store/sharings.ts";

/** Mails a link that brings the wallet to the device that asks. */
export const startRecovery = command(routes.wallet.startRecovery, async ({ ctx, tx, session, body }) => {
  const record = await readRecord(ctx, tx, session.uid);
  if (record && !canRecoverByMail(record, ctx.now())) throw new ApiError("recovery_mail_over");
  if (!record || !(await recoverableSharing(tx, record))) throw new ApiError("wallet_missing");
  await paceMail(tx, ctx.keys.mac("code", `recovery:${session.uid}`));
  const request = await beginByLink(ctx, tx, "recovery", { ...session, devicePublicKey: body.devicePublicKey });
  return { request, resendAfterSeconds: mailCode.resendSeconds };
});
