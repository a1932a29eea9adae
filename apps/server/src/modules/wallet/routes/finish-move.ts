import { ApiError, routes, walletActions } from "@tribe/contract";
import { moveFinishedMailText } from "@tribe/domain/words";
import { saga } from "../../../http/implement.ts";
import { endMove } from "../moves/moves.ts";
import { waitNoticeSeconds } from "../notice-lifetimes.ts";
import { notifyOwner } from "../notify-owner.ts";
import { isWalletEmpty } from "../owned/is-wallet-empty.ts";
import { recordOfDevice } from "../passkeys/passkeys.ts";
import { checkMoveEnd, lockAndCheckDevice } from "../proofs.ts";
import { readRecord } from "../store/records.ts";
import { tribesOfCreator } from "../store/tribes.ts";

/**
 * Finishes a move, signed for by the new wallet, if every node of this process shows that the former one is empty: its key is
 * deleted thirty days later. Repeating it has no effect.
 */
export const finishMove = saga(routes.wallet.finishMove, async ({ ctx, commit, session, body }) => {
  const { uid } = session;
  const { devicePublicKey, device, ownership } = body;
  const known = await readRecord(ctx, ctx.db, uid);
  if (!known?.move) throw new ApiError("wallet_missing");
  const { from } = known.move;
  if (!known.move.isFinished && !(await isWalletEmpty(ctx, from)))
    throw new ApiError("conflict", {
      message: "Something is left at your old wallet, or the network didn't say for certain. Its key is kept.",
    });
  const record = await commit(async (tx) => {
    await lockAndCheckDevice(ctx, tx, { uid, action: walletActions.finishMove, devicePublicKey, proof: device });
    const found = await recordOfDevice(ctx, tx, uid, devicePublicKey);
    const { move } = found;
    if (move?.from !== from) throw new ApiError("conflict");
    if (move.isFinished) return found;
    const tribes = await tribesOfCreator(tx, from);
    if (tribes.length > 0) throw new ApiError("conflict", { message: "Your old wallet is still a Tribe's Chief." });
    await checkMoveEnd({ uid, challenge: device.challenge, from, address: found.address, ownership });
    const next = await endMove(ctx, tx, { ...found, move });
    const mail = moveFinishedMailText({ from, keptUntil: next.move.keptUntil });
    await notifyOwner(ctx, tx, next, "moveFinished", { mail, lifetimeSeconds: waitNoticeSeconds });
    return next;
  });
  await ctx.walletStore.keep(uid, record.version);
  return {};
});
