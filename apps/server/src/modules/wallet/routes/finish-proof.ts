import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { issueProof } from "../key-proofs.ts";
import { takeByLink } from "../recoveries.ts";
import { issueWalletToken } from "../tokens.ts";

/** Trades a mailed link for a fresh proof: of the device that asked for it, while the session that asked still stands. */
export const finishProof = command(routes.wallet.finishProof, async ({ ctx, tx, body }) => {
  const { uid, sessionId, deviceId, devicePublicKey } = await takeByLink(ctx, tx, "proof", body);
  const session = await ctx.ports.callers.session(sessionId);
  if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
  return {
    proof: issueProof(ctx.keys, { uid, sessionId, devicePublicKey }, ctx.now()),
    walletToken: issueWalletToken(ctx.keys, session, ctx.now()).walletToken,
  };
});
