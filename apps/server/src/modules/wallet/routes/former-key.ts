import { routes, walletActions } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { formerKeyOf } from "../moves/moves.ts";
import { countClaims } from "../owned/is-wallet-empty.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { checkDevice } from "../proofs.ts";
import { tribesOfCreator } from "../store/tribes.ts";

/**
 * Gives a device of the new wallet the former wallet's key, which only the new one's seed decrypts, as long as it is kept. A saga,
 * because it also asks the indexer for compressed tokens, which the page that moves can't see.
 */
export const formerKey = saga(routes.wallet.formerKey, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { devicePublicKey, device } = body;
  const given = await commit(async (tx) => {
    await checkDevice(ctx, tx, { uid, action: walletActions.formerKey, devicePublicKey, proof: device });
    const record = await recordOfDevice(ctx, tx, uid, devicePublicKey);
    const { from, sealedKey } = await formerKeyOf(ctx, tx, record);
    return { from, sealedKey, tribes: await tribesOfCreator(tx, from) };
  });
  return { ...given, claims: await countClaims(ctx, given.from).catch(() => null) };
});
