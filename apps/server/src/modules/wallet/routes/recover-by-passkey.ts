import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { openPasskeyShares, passkeyRow, verifyPasskey } from "../passkeys/passkeys.ts";

/** Exchanges a passkey's signature for its two halves; one of them is encrypted under the passkey's PRF. */
export const recoverByPasskey = command(routes.wallet.recoverByPasskey, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { id, devicePublicKey, assertion } = body;
  const { record } = await verifyPasskey(ctx, tx, { uid, id, action: "recover", bound: devicePublicKey, assertion });
  const row = await passkeyRow(ctx, tx, { uid, id });
  if (row.address !== record.address) throw new ApiError("passkey_invalid");
  return { address: record.address, ...(await openPasskeyShares(ctx, row)) };
});
