import { ApiError, mailCode, routes } from "@tribe/contract";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { command } from "../../../http/implement.ts";
import { beginByLink } from "../mailed-links.ts";
import { canRecoverByMail } from "../rules/recovery-ways.ts";
import { readRecord } from "../store/records.ts";

/** Mails a link by which a browser that has the wallet proves anew that its owner uses it. */
export const startProof = command(routes.wallet.startProof, async ({ ctx, tx, session, body }) => {
  const { devicePublicKey } = body;
  const record = await readRecord(ctx, tx, session.uid);
  if (!record) throw new ApiError("wallet_missing");
  if (!record.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
  if (!canRecoverByMail(record, ctx.now())) throw new ApiError("recovery_mail_over");
  await paceMail(tx, ctx.keys.mac("code", `proof:${session.uid}`));
  const request = await beginByLink(ctx, tx, "proof", { ...session, devicePublicKey });
  return { request, resendAfterSeconds: mailCode.resendSeconds };
});
