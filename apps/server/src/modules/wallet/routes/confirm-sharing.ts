import { routes, walletActions } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { checkDevice } from "../proofs.ts";
import { activateSharing } from "../sharings.ts";
import { takeTurn } from "../take-turn.ts";

/** Phase two: the sharing becomes active, and a first wallet the account's own. */
export const confirmSharing = command(routes.wallet.confirmSharing, async ({ ctx, tx, session, body }) => {
  const { uid } = session;
  const { devicePublicKey, version, device } = body;
  await takeTurn(tx, uid);
  await checkDevice(tx, { uid, action: walletActions.confirm, devicePublicKey, proof: device });
  const { address, isNewWallet } = await activateSharing(tx, uid, devicePublicKey, version);
  if (isNewWallet) await ctx.ports.peopleEditor.setAddress(tx, uid, address);
  return { address };
});
