import { ApiError, routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { openApprovalOf } from "../approvals/approvals.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { lockAndCheckDevice } from "../proofs.ts";
import { changeApproval } from "../store/approvals.ts";

/**
 * A browser that has the wallet opens the request and commits to its nonce. It may do so only once: whoever could choose another
 * nonce afterwards could choose the number that is compared.
 */
export const openApproval = command(routes.wallet.openApproval, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { request, devicePublicKey, nonce, device: proof } = body;
  await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.openApproval, devicePublicKey, proof });
  await recordOfDevice(ctx, tx, uid, devicePublicKey);
  const row = await openApprovalOf(ctx, tx, { uid, request });
  if (row.devicePublicKey === devicePublicKey) throw new ApiError("device_unknown");
  if (row.approverPublicKey === devicePublicKey && row.approverNonce === nonce) return {};
  if (row.approverPublicKey)
    throw new ApiError("conflict", {
      message: "This was opened before, here or in another browser. Go on there, or refuse it and ask once more.",
    });
  await changeApproval(tx, uid, { approverPublicKey: devicePublicKey, approverNonce: nonce });
  return {};
});
