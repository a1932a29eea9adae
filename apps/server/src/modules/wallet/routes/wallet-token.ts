import { routes } from "@tribe/contract";
import { sql } from "drizzle-orm";
import { saga } from "../../../http/implement.ts";
import { issueWalletToken } from "../tokens.ts";

/** A short-lived token for the signer's frame. The token is stored nowhere; only the call's nonce is written. */
export const walletToken = saga(routes.wallet.walletToken, async ({ ctx, commit, session }) => {
  await commit.statement(sql`asked as (select from nonce)`, sql`true as is_asked`);
  return issueWalletToken(ctx.keys, session, ctx.now());
});
