import { createHash } from "node:crypto";
import { toSignature } from "@tribe/chain/transactions";
import { ApiError, airdropSubjectText, routes, setUpStatementText } from "@tribe/contract";
import { setUpOf, withSetUp } from "@tribe/domain/outflow";
import { attestationSigner } from "../../../engines/keys/attestation.ts";
import { saga } from "../../../http/implement.ts";
import { canNeverLand } from "../outflow/abandoned-set-up.ts";
import { outflowBookOf, withOutflowBook } from "../rules/outflow-book.ts";
import { lockAccount } from "../store/lock-account.ts";
import { readRecord, writeRecord } from "../store/records.ts";

/**
 * Notes in which slot a counted airdrop sets up the account of its batches. Another slot is taken only when the one of before has
 * never landed and can't land any more: two accounts could pay the list twice, and it was counted once.
 */
export const setUpAirdrop = saga(routes.wallet.setUpAirdrop, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { tribe, mint, list, slot, nonce } = body;
  const subject = createHash("sha256")
    .update(airdropSubjectText(tribe, mint, list))
    .digest("base64");
  const known = await readRecord(ctx, ctx.db, uid);
  if (!known) throw new ApiError("wallet_missing");
  const { address } = known;
  const before = setUpOf(outflowBookOf(known), subject, ctx.now());
  if (before.kind === "uncounted") throw new ApiError("conflict");
  if (before.slot !== slot) {
    if (before.slot !== null && !(await canNeverLand(ctx, { wallet: address, slot: before.slot, list })))
      throw new ApiError("conflict");
    const record = await commit(async (tx) => {
      await lockAccount(tx, uid);
      const found = await readRecord(ctx, tx, uid);
      const now = found && setUpOf(outflowBookOf(found), subject, ctx.now());
      // Another tab was quicker.
      if (!found || now?.kind !== "counted" || now.slot !== before.slot) throw new ApiError("conflict");
      const next = withOutflowBook(found, withSetUp(outflowBookOf(found), subject, slot));
      await writeRecord(ctx.keys, tx, next);
      return next;
    });
    await ctx.walletStore.keep(uid, record.version);
  }
  const signer = await attestationSigner(ctx.keys);
  const signature = await signer.sign(Buffer.from(setUpStatementText({ uid, address, subject, slot, nonce })));
  return { signature: toSignature(Uint8Array.from(signature)) };
});
