import { ApiError, routes, walletActions } from "@tribe/contract";
import { walletMovedMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { moveAddress } from "../../identity/index.ts";
import { checkProof } from "../key-proofs.ts";
import { switchWallet } from "../moves/moves.ts";
import { waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { isKeyKept, isWalletEmpty } from "../owned/is-wallet-empty.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { checkMoveStatement, lockAndCheckDevice } from "../proofs.ts";
import { checkKeyWait } from "../rules/key-waits.ts";
import { keepCommitted, readRecord } from "../store/records.ts";

/** How long the signed statements of both wallets are valid, in ms. */
const statementMs = 300_000;

/**
 * Phase two of a move: the account changes to the new wallet, by signed statements of both wallets and by nothing else. A saga,
 * because after the commit the record's version is also kept outside of the database.
 */
export const confirmMove = saga(routes.wallet.confirmMove, async ({ ctx, commit, session, body }) => {
  const { uid, sessionId, deviceId } = session;
  const { from, to, at, proof, devicePublicKey, device, saidByFrom, saidByTo } = body;
  checkProof(ctx.keys, { uid, sessionId, devicePublicKey }, proof, ctx.now());
  const known = await readRecord(ctx, ctx.db, uid);
  if (known?.address === from && known.move && isKeyKept(known.move, ctx.now()))
    if (!(await isWalletEmpty(ctx, known.move.from)))
      throw new ApiError("conflict", {
        message: `Something is at ${known.move.from}, the wallet that you moved from last, or the network didn't say. This move ends that one's key: move what is there first.`,
      });
  const record = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.confirmMove, devicePublicKey, proof: device });
    const found = await recordOfDevice(ctx, tx, uid, devicePublicKey);
    // The browser asks again when it did not get the answer.
    if (found.address === to && found.move?.from === from) return found;
    checkKeyWait(found, { kind: "move", devicePublicKey }, ctx.now());
    if (found.address !== from || Math.abs(ctx.now() - at) > statementMs) throw new ApiError("wallet_proof_invalid");
    const statement = { uid, from, to, at };
    await checkMoveStatement({ statement, challenge: device.challenge, saidByFrom, saidByTo });
    const next = await switchWallet(ctx, tx, found, { to, devicePublicKey, deviceId });
    await moveAddress(tx, uid, from, to);
    const mail = walletMovedMailText({ from, to, kit: found.kit?.number ?? null, appUrl: ctx.config.appUrl });
    await notifyOwner(ctx, tx, next, "moved", { mail, lifetimeSeconds: waitNoticeSeconds });
    return next;
  });
  await keepCommitted(ctx, record);
  return { address: record.address };
});
