import { routes } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import { consumeNonceAlone } from "../store/consume-nonce.ts";
import { issueWalletToken } from "../tokens.ts";

/** A short-lived token for the signer's frame. The token is stored nowhere; only the call's nonce is written. */
export const walletToken = saga(routes.wallet.walletToken, async ({ ctx, commit, session }) => {
  await consumeNonceAlone(commit);
  return issueWalletToken(ctx.keys, session, ctx.now());
});
