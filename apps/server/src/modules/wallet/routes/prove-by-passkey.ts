import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { issueProof } from "../key-proofs.ts";
import { verifyPasskey } from "../passkeys/passkeys.ts";

/** Exchanges a passkey's signature for a fresh proof: for the device that it names, in the session that asks. */
export const proveByPasskey = command(routes.wallet.proveByPasskey, async ({ ctx, tx, session, body }) => {
  const { uid, sessionId } = session;
  const { id, devicePublicKey, assertion } = body;
  const { record } = await verifyPasskey(ctx, tx, { uid, id, action: "prove", bound: devicePublicKey, assertion });
  if (!record.devices.includes(devicePublicKey)) throw new ApiError("device_unknown");
  return { proof: issueProof(ctx.keys, { uid, sessionId, devicePublicKey }, ctx.now()) };
});
