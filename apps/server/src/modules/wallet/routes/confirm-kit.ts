import { ApiError, routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { checkDeviceInTurn, checkKit } from "../proofs.ts";
import { readRecord, writeRecord } from "../record.ts";

/** Counts a kit as a way of recovery: the key that it restored has signed for its number. */
export const confirmKit = saga(routes.wallet.confirmKit, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { number, devicePublicKey, device, ownership } = body;
  const record = await commit(async (tx) => {
    await checkDeviceInTurn(ctx, tx, { uid, action: walletActions.confirmKit, devicePublicKey, proof: device });
    const found = await readRecord(ctx, tx, uid);
    if (!found) throw new ApiError("wallet_missing");
    if (!found.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
    await checkKit({ uid, challenge: device.challenge, number, address: found.address, ownership });
    // Nobody waits for it any more.
    const waits = found.waits?.filter(({ kind }) => kind !== "kit") ?? [];
    const next = { ...found, version: found.version + 1, kit: { number, triedAt: ctx.now() }, waits };
    await writeRecord(ctx.keys, tx, next);
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return {};
});
