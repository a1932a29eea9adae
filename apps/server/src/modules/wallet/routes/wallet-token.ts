import { routes } from "@tribe/contract";
import { command } from "../../../http/implement.ts";
import { issueWalletToken } from "../tokens.ts";

/** A short-lived token for the signer's frame. */
export const walletToken = command(routes.wallet.walletToken, async ({ ctx, session }) =>
  issueWalletToken(ctx.keys, session, ctx.now()),
);
