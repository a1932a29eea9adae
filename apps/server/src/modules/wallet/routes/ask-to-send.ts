import { routes, walletActions } from "@tribe/contract";
import { sendAskedMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { withSendWait } from "../rules/send-waits.ts";
import { writeRecord } from "../store/records.ts";

/**
 * Begins the day's wait for an outflow beyond the allowance, and notifies the owner. A saga, because after the commit the
 * record's version is also kept outside of the database.
 */
export const askToSend = saga(routes.wallet.askToSend, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { outflow, devicePublicKey, device } = body;
  const { record, wait } = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.askToSend, devicePublicKey, proof: device });
    const found = await recordOfDevice(ctx, tx, uid, devicePublicKey);
    const next = withSendWait(found, { wallet: found.address, outflow, devicePublicKey }, ctx.now());
    if (!next.isNew) return next;
    await writeRecord(ctx.keys, tx, next.record);
    const mail = sendAskedMailText({ ...next.wait, securityUrl: `${ctx.config.appUrl}/you/security` });
    await notifyOwner(ctx, tx, found, "sendAsked", { mail, lifetimeSeconds: waitNoticeSeconds });
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return wait;
});
