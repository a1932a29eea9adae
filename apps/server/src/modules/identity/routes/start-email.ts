import { ApiError, mailCode, routes } from "@tribe/contract";
import { signInMailText } from "@tribe/domain/words";
import { codeMail } from "../../../engines/mail/code-mail.ts";
import { queueMail } from "../../../engines/mail/mail-job.ts";
import { command } from "../../../http/implement.ts";
import { localAllowance, networkOf } from "../../../http/limits/network.ts";
import { makePacedCode } from "../sign-in-codes.ts";
import { sharedMailWait } from "../sign-in-mail-rates.ts";

/** Mails a sign-in code. */
export const startEmail = command(routes.identity.startEmail, async ({ ctx, tx, body, deviceId, request }) => {
  if (!deviceId) throw new ApiError("unauthorized");
  const network = networkOf(request.ip);
  const claim = { deviceId, email: body.email, network, allowance: localAllowance(ctx.config, network) };
  const code = await makePacedCode(tx, ctx.keys, claim);
  const waitSeconds = await sharedMailWait(ctx, tx, claim);
  const mail = codeMail(body.email, signInMailText(code));
  if (waitSeconds !== null) await queueMail(ctx, tx, mail, mailCode.lifetimeSeconds, waitSeconds);
  return { resendAfterSeconds: mailCode.resendSeconds };
});
