import { ApiError, mailCode, routes, walletActions } from "@tribe/contract";
import { paceMail } from "../../../engines/mail/pacing.ts";
import { saga } from "../../../http/implement.ts";
import { checkProof } from "../key-proofs.ts";
import { beginByLink } from "../mailed-links.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { recoveryEmailOf, withAskedEmail } from "../rules/recovery-email.ts";
import { writeRecord } from "../store/records.ts";

/** Begins a change of the recovery address. It needs the wallet and a fresh proof, and then a link in the new mailbox. */
export const askForEmail = saga(routes.wallet.askForEmail, async ({ ctx, commit, session, body }) => {
  const { uid, sessionId } = session;
  const { email, proof, devicePublicKey, device } = body;
  checkProof(ctx.keys, { uid, sessionId, devicePublicKey }, proof, ctx.now());
  const { record, request } = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.askForEmail, devicePublicKey, proof: device });
    const found = await recordOfDevice(ctx, tx, uid, devicePublicKey);
    if (recoveryEmailOf(found, ctx.now()) === email)
      throw new ApiError("invalid_field", { field: "body.email", message: "This is your recovery address already" });
    // Limits for the person and for the address, so that nobody can have a stranger's mailbox filled.
    await paceMail(tx, ctx.keys.mac("code", `email:${uid}`));
    await paceMail(tx, ctx.keys.mac("code", `email of:${email}`));
    const id = await beginByLink(ctx, tx, "email", { ...session, devicePublicKey });
    const next = withAskedEmail(found, { id, email, devicePublicKey }, ctx.now());
    await writeRecord(ctx.keys, tx, next);
    return { record: next, request: id };
  });
  await ctx.walletStore.keep(uid, record.version);
  return { request, resendAfterSeconds: mailCode.resendSeconds };
});
