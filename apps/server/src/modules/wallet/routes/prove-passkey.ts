import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { provenPasskey } from "../passkeys/passkeys.ts";

/** Whether a passkey that counts signed for exactly this transaction: the signer asks before it sends past the allowance. */
export const provePasskey = command(routes.wallet.provePasskey, async ({ ctx, tx, session, body }) => {
  const { id, digest, assertion } = body;
  await provenPasskey(ctx, tx, { uid: session.uid, id, action: "send", bound: digest, assertion });
  return {};
});
