import { routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { checkProof } from "../key-proofs.ts";
import { openStoredMove, storeMove as store } from "../moves/moves.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { checkOwnership, lockAndCheckDevice } from "../proofs.ts";
import { checkKeyWait } from "../rules/key-waits.ts";

/** Phase one of a move, once its wait is over: nothing of the account's present wallet changes. */
export const storeMove = command(routes.wallet.storeMove, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  const { to, sharing, sealedKey, proof, device, ownership } = body;
  const { devicePublicKey } = sharing;
  checkProof(ctx.keys, { uid, sessionId, devicePublicKey }, proof, ctx.now());
  await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.storeMove, devicePublicKey, proof: device });
  const record = await recordOfDevice(ctx, tx, uid, devicePublicKey);
  checkKeyWait(record, { kind: "move", devicePublicKey }, ctx.now());
  await checkOwnership({ uid, challenge: device.challenge, devicePublicKey, address: to, ownership });
  await store(ctx, tx, record, { to, sharing, sealedKey });
  return openStoredMove(ctx, tx, { uid, from: record.address });
});
