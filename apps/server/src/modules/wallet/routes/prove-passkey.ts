import { routes } from "@tribe/contract";
import { withApproval } from "@tribe/domain/outflow";
import { saga } from "../../../http/implement.ts";
import { verifyPasskey } from "../passkeys/passkeys.ts";
import { outflowBookOf, withOutflowBook } from "../rules/outflow-book.ts";
import { lockAccount } from "../store/lock-account.ts";
import { writeRecord } from "../store/records.ts";

/**
 * Checks that a passkey in force signed exactly this transaction or airdrop, and notes it in the wallet's record: the share that
 * signs it is given for it, whatever is left of the allowance.
 */
export const provePasskey = saga(routes.wallet.provePasskey, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { id, digest, assertion } = body;
  const record = await commit(async (tx) => {
    await lockAccount(tx, uid);
    const { record: found } = await verifyPasskey(ctx, tx, { uid, id, action: "send", bound: digest, assertion });
    const next = withOutflowBook(found, withApproval(outflowBookOf(found), digest, ctx.now()));
    await writeRecord(ctx.keys, tx, next);
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return {};
});
