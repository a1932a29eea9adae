import { ApiError, routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { checkKit, lockAndCheckDevice } from "../proofs.ts";
import { withoutWaits } from "../rules/pending-actions.ts";
import { readRecord, writeRecord } from "../store/records.ts";

/** Adds a kit as a way of recovery: the key that was restored from it has signed its number. */
export const confirmKit = saga(routes.wallet.confirmKit, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { number, devicePublicKey, device, ownership } = body;
  const record = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.confirmKit, devicePublicKey, proof: device });
    const found = await readRecord(ctx, tx, uid);
    if (!found) throw new ApiError("wallet_missing");
    if (!found.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
    await checkKit({ uid, challenge: device.challenge, number, address: found.address, ownership });
    // The kit exists: its wait for the key is over.
    const rest = withoutWaits(found, "key", ({ kind }) => kind === "kit");
    const next = { ...rest, version: found.version + 1, kit: { number, triedAt: ctx.now() } };
    await writeRecord(ctx.keys, tx, next);
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return {};
});
