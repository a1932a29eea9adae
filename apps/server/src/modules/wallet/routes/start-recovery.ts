import { ApiError, mailCode, routes } from "@tribe/contract";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { makeRecoveryCode } from "../codes.ts";
import { recoveryMail } from "../mails.ts";
import { recoverableSharing } from "../sharings.ts";

/** Mails a code that unlocks the recovery share. */
export const startRecovery = command(routes.wallet.startRecovery, async ({ ctx, tx, session }) => {
  const { uid } = session;
  if (!(await recoverableSharing(tx, uid))) throw new ApiError("wallet_missing");
  await paceMail(tx, ctx.keys.mac("code", `recovery:${uid}`));
  const code = await makeRecoveryCode(tx, ctx.keys, uid);
  const email = await ctx.ports.peopleEditor.emailOf(tx, uid);
  await queueMail(ctx, tx, recoveryMail(email, code), mailCode.lifetimeSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
