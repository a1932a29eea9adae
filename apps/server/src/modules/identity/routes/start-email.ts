import { ApiError, mailCode, routes } from "@tribe/contract";
import { signInMailText } from "@tribe/domain/words";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { command } from "../../../http/implement.ts";
import { localAllowance, networkOf } from "../../../http/limits/network.ts";
import { makeMailedCode, paceSignInMail } from "../sign-in-codes.ts";

/** Mails a sign-in code. */
export const startEmail = command(routes.identity.startEmail, async ({ ctx, tx, body, deviceId, request }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  const claim = { deviceId, email: body.email };
  const network = networkOf(request.ip);
  await paceSignInMail(tx, ctx.keys, { ...claim, network, allowance: localAllowance(ctx.config, network) });
  const code = await makeMailedCode(tx, ctx.keys, claim);
  await queueMail(ctx, tx, codeMail(body.email, signInMailText(code)), mailCode.lifetimeSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
