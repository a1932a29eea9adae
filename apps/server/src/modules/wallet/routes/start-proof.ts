import { ApiError, mailCode, routes } from "@tribe/contract";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { readRecord } from "../record.ts";
import { beginByLink } from "../recoveries.ts";
import { isMailOpen } from "../ways.ts";

/** Has a link mailed by which a browser that has the wallet proves itself anew. */
export const startProof = command(routes.wallet.startProof, async ({ ctx, tx, session, body }) => {
  const { devicePublicKey } = body;
  const record = await readRecord(ctx, tx, session.uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!record.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
  if (!isMailOpen(record, ctx.now())) throw new ApiError("recovery_mail_over");
  await paceMail(tx, ctx.keys.mac("code", `proof:${session.uid}`));
  const request = await beginByLink(ctx, tx, "proof", { ...session, devicePublicKey });
  return { request, resendAfterSeconds: mailCode.resendSeconds };
});
