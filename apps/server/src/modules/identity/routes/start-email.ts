import { ApiError, mailCode, routes } from "@tribe/contract";
import { signInMailText } from "@tribe/domain/words";
import { sql } from "drizzle-orm";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { checkPaces, type PacingRow, pacing } from "../../../engines/mail/pacing.ts";
import { saga } from "../../../http/implement.ts";
import { localAllowance, networkOf } from "../../../http/limits/network.ts";
import { newMailedCode, signInMailPaces } from "../sign-in-codes.ts";

/** Mails a sign-in code. A saga, because one statement stores the nonce, counts the mail and stores the code. */
export const startEmail = saga(routes.identity.startEmail, async ({ ctx, commit, body, deviceId, request }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  const claim = { deviceId, email: body.email };
  const network = networkOf(request.ip);
  const allowance = localAllowance(ctx.config, network);
  const paces = signInMailPaces(ctx.keys, { ...claim, network, allowance });
  const { code, storing } = newMailedCode(ctx.keys, claim);
  const { steps, answer } = pacing(paces);
  await commit.beginning<PacingRow, void>({ steps: sql`${steps}, stored as (${storing})`, answer }, async (tx, row) => {
    await checkPaces(tx, paces, row);
    await queueMail(ctx, tx, codeMail(body.email, signInMailText(code)), mailCode.lifetimeSeconds);
  });
  return { resendAfterSeconds: mailCode.resendSeconds };
});
