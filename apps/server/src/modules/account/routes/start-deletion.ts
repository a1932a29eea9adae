import { mailCode, routes } from "@tribe/contract";
import { deletionMailText } from "@tribe/domain/words";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { emailOf, makeMailedCode } from "../../identity/index.ts";

/** Mails the code that deleting the account needs, so that a stolen session is not enough. */
export const startDeletion = command(routes.account.startDeletion, async ({ ctx, tx, session }) => {
  const email = await emailOf(tx, session.uid);
  await paceMail(tx, ctx.keys.mac("code", `deletion mail:${session.uid}`));
  const code = await makeMailedCode(tx, ctx.keys, { purpose: "deletion", deviceId: session.deviceId, email });
  await queueMail(ctx, tx, codeMail(email, deletionMailText(code)), mailCode.lifetimeSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
