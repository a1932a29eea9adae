import { Readable } from "node:stream";
import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { callerWallet } from "../../identity/index.ts";
import { transactionsFile as fileOf, fileSizes } from "../gains/transactions-file.ts";
import { formerWallets } from "../store/own-histories.ts";

/** Exports everything that happened to the caller's own tokens as a file; nobody can ask for another person's. */
export const transactionsFile = query(routes.market.transactionsFile, async ({ ctx, query: { currency }, session }) => {
  const owners = [await callerWallet(ctx.db, session.uid), ...(await formerWallets(ctx.db, session.uid))];
  return Readable.from(fileOf(ctx, owners, await fileSizes(ctx.db, owners), currency));
});
