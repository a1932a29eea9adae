import { routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { checkOwnership, lockAndCheckDevice } from "../proofs.ts";
import { storePending } from "../sharings.ts";

/** Phase one of a new sharing: stored as pending. */
export const storeSharing = command(routes.wallet.storeSharing, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { address, sharing, device, ownership } = body;
  const { devicePublicKey } = sharing;
  await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.store, devicePublicKey, proof: device });
  await checkOwnership({ uid, challenge: device.challenge, devicePublicKey, address, ownership });
  await storePending(ctx, tx, uid, address, sharing);
  return { version: sharing.version };
});
