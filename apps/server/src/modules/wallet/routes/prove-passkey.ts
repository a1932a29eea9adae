import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { verifyPasskey } from "../passkeys/passkeys.ts";

/** Checks that a passkey in force signed exactly this transaction: the signer asks before it sends more than the allowance. */
export const provePasskey = command(routes.wallet.provePasskey, async ({ ctx, tx, session, body }) => {
  const { id, digest, assertion } = body;
  await verifyPasskey(ctx, tx, { uid: session.uid, id, action: "send", bound: digest, assertion });
  return {};
});
