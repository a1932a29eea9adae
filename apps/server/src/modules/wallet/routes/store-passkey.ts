import { ApiError, routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import {
  checkAssertion,
  maxPasskeys,
  openPasskeyShares,
  passkeyRow,
  recordOfDevice,
  storePasskey as store,
} from "../passkeys/passkeys.ts";
import { passkeyKey } from "../passkeys/verify-assertion.ts";
import { checkPasskeyOwnership, lockAndCheckDevice } from "../proofs.ts";
import { passkeyWay, wayInfos } from "../rules/recovery-ways.ts";

/** Phase one of a passkey: device, wallet and passkey have each signed for it. The answer is decrypted from what was stored. */
export const storePasskey = command(routes.wallet.storePasskey, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { address, passkey, device, assertion, ownership } = body;
  const { id, publicKey, name } = passkey;
  await lockAndCheckDevice(ctx, tx, {
    ...{ uid, action: walletActions.storePasskey, devicePublicKey: device.devicePublicKey, proof: device },
  });
  const record = await recordOfDevice(ctx, tx, uid, device.devicePublicKey);
  if (record.address !== address) throw new ApiError("wallet_proof_invalid");
  await checkPasskeyOwnership({ uid, challenge: device.challenge, id, publicKey, address, ownership });
  if (!passkeyKey(publicKey)) throw new ApiError("passkey_invalid");
  await checkAssertion(ctx, tx, { uid, publicKey, action: "add", bound: id, assertion });
  if (passkeyWay(record, id, ctx.now())) throw new ApiError("conflict", { message: "This passkey is there already" });
  if (wayInfos(record, ctx.now()).length >= maxPasskeys)
    throw new ApiError("conflict", { message: `A wallet has ${maxPasskeys} passkeys at most` });
  const { serverShare, sealedShare } = body;
  await store(ctx, tx, { uid, id, publicKey, name, address, serverShare, sealedShare });
  return openPasskeyShares(ctx, await passkeyRow(ctx, tx, { uid, id }));
});
