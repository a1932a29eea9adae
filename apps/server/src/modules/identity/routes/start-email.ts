import { ApiError, mailCode, routes } from "@tribe/contract";
import { signInMailText } from "@tribe/domain/words";
import { sql } from "drizzle-orm";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { checkPaces, type PacingRow, pacing } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { localAllowance, networkOf } from "../../../http/limits/network.ts";
import { newMailedCode, signInMailPaces } from "../sign-in-codes.ts";
import { sharedMailWait } from "../sign-in-mail-rates.ts";

/** Mails a sign-in code. */
export const startEmail = command(routes.identity.startEmail, async ({ ctx, tx, body, deviceId, request }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  const claim = { deviceId, email: body.email };
  const network = networkOf(request.ip);
  const allowance = localAllowance(ctx.config, network);
  const paces = signInMailPaces(ctx.keys, { ...claim, network, allowance });
  const { code, storing } = newMailedCode(ctx.keys, claim);
  const { steps, answer } = pacing(paces);
  // One statement counts the mail and stores the code.
  const { rows } = await tx.execute<PacingRow>(sql`with ${steps}, stored as (${storing}) select ${answer}`);
  await checkPaces(tx, paces, rows[0]);
  const waitSeconds = await sharedMailWait(ctx, tx, { ...claim, network, allowance });
  const mail = codeMail(body.email, signInMailText(code));
  if (waitSeconds !== null) await queueMail(ctx, tx, mail, mailCode.lifetimeSeconds, waitSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
