import { ApiError, routes } from "@tribe/contract";
import { messagesToAskAbout, withOutcomes, withSale } from "@tribe/domain/outflow";
import { saga } from "../../../http/implement.ts";
import { landedSales } from "../outflow/landed-sales.ts";
import { messageOutcomes } from "../outflow/message-outcomes.ts";
import { spendStatement } from "../outflow/spend-statement.ts";
import { tokensWorth } from "../outflow/tokens-worth.ts";
import { outflowBookOf, withOutflowBook } from "../rules/outflow-book.ts";
import type { WalletRecord } from "../rules/record.ts";
import { sendWaitsOf } from "../rules/send-waits.ts";
import { lockAccount } from "../store/lock-account.ts";
import { readRecord, writeRecord } from "../store/records.ts";

/**
 * Says whether a press lets a spend out, signed. Counts nothing; first there is given back what the chain shows to have failed or
 * expired, where that could make a difference, and what sales that have landed meanwhile brought.
 */
export const judgeSpend = saga(routes.wallet.judgeSpend, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { spend, nonce, devicePublicKey, sales: signatures } = body;
  const known = await readRecord(ctx, ctx.db, uid);
  if (!known) throw new ApiError("wallet_missing");
  const isNew = (record: WalletRecord) => (signature: string) =>
    !outflowBookOf(record).sales.some((sale) => sale.signature === signature);
  const [worth, sales] = await Promise.all([
    tokensWorth(ctx, ctx.db, spend.outflow),
    landedSales(ctx, known.address, signatures.filter(isNew(known))),
  ]);
  const waits = sendWaitsOf(known, ctx.now()).filter((wait) => wait.devicePublicKey === devicePublicKey);
  const by = { now: ctx.now(), waits, tokensWorth: worth, hasSales: sales.length > 0 };
  const asked = messagesToAskAbout(outflowBookOf(known), spend, by);
  const outcomes = await messageOutcomes(ctx, known.address, asked);
  let record = known;
  if (sales.length > 0 || outcomes.length > 0) {
    record = await commit(async (tx) => {
      await lockAccount(tx, uid);
      const found = await readRecord(ctx, tx, uid);
      if (!found) throw new ApiError("wallet_missing");
      const settled = withOutcomes(outflowBookOf(found), outcomes, ctx.now());
      const book = sales.reduce((before, sale) => withSale(before, sale, ctx.now()), settled);
      const next = withOutflowBook(found, book);
      await writeRecord(ctx.keys, tx, next);
      return next;
    });
    await ctx.walletStore.keep(uid, record.version);
  }
  return spendStatement(ctx, record, { spend, nonce, devicePublicKey, tokensWorth: worth });
});
