import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { readEmptyAccounts } from "../empty-accounts.ts";

/** The caller's empty token accounts, read from the chain. */
export const emptyAccounts = query(routes.transfers.emptyAccounts, async ({ ctx, tx, session }) => {
  const found = await readEmptyAccounts(ctx.chain, await callerWallet(tx, session.uid));
  return { accounts: found.map(({ account, lamports }) => ({ account, lamports })) };
});
