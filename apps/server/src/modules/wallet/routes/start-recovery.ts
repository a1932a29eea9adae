import { ApiError, mailCode, routes } from "@tribe/contract";
import { recoveryMailText } from "@tribe/domain/words";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { makeRecoveryCode } from "../codes.ts";
import { recoverableSharing } from "../sharings.ts";

/** Mails a code that unlocks the recovery share. */
export const startRecovery = command(routes.wallet.startRecovery, async ({ ctx, tx, session }) => {
  const { uid } = session;
  if (!(await recoverableSharing(tx, uid))) throw new ApiError("wallet_missing");
  await paceMail(tx, ctx.keys.mac("code", `recovery:${uid}`));
  const code = await makeRecoveryCode(tx, ctx.keys, uid);
  const email = await ctx.ports.peopleEditor.emailOf(tx, uid);
  await queueMail(ctx, tx, codeMail(email, recoveryMailText(code)), mailCode.lifetimeSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
