import { ApiError, routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { issueProof } from "../key-proofs.ts";
import { completeByLink } from "../mailed-links.ts";
import { issueWalletToken } from "../tokens.ts";

/** Exchanges a mailed link for a fresh proof: for the device that asked for it, if the session that asked has not ended. */
export const finishProof = command(routes.wallet.finishProof, async ({ ctx, tx, body }) => {
  const { uid, sessionId, deviceId, devicePublicKey } = await completeByLink(ctx, tx, "proof", body);
  const session = await ctx.ports.callers.session(sessionId);
  if (session?.uid !== uid || session.deviceId !== deviceId) throw new ApiError("recovery_link_invalid");
  return {
    proof: issueProof(ctx.keys, { uid, sessionId, devicePublicKey }, ctx.now()),
    walletToken: issueWalletToken(ctx.keys, session, ctx.now()).walletToken,
  };
});
