import { routes, walletActions } from "@tribe/contract";
import { newDeviceMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { newDeviceNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { activateSharing } from "../sharings.ts";

/**
 * Phase two: the sharing becomes active, and a first wallet the account's own. A saga, because after the commit the record's
 * version is also kept outside of the database.
 */
export const confirmSharing = saga(routes.wallet.confirmSharing, async ({ ctx, commit, session, body }) => {
  const { uid, deviceId } = session;
  const { devicePublicKey, version, device } = body;
  const record = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.confirm, devicePublicKey, proof: device });
    const place = { uid, devicePublicKey, version, deviceId };
    const done = await activateSharing(ctx, tx, place);
    if (done.isNewDevice)
      await notifyOwner(ctx, tx, done.record, "newDevice", {
        mail: newDeviceMailText,
        lifetimeSeconds: newDeviceNoticeSeconds,
      });
    return done.record;
  });
  await ctx.walletStore.keep(uid, record.version);
  return { address: record.address };
});
