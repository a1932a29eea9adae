// What a block withdraws: docs/decisions/0099.
import { ApiError, maxBlocks, routes } from "@tribe/contract";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { command } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { countOtherBlocks, insertBlock } from "../store/blocks.ts";

/** Blocks somebody for the caller only. Doing it twice has no further effect. */
export const block = command(routes.account.block, async ({ tx, session, body }) => {
  if (body.uid === session.uid) throw new ApiError("conflict", { message: "You can't block yourself" });
  if (!(await personByUid(tx, body.uid))) throw new ApiError("not_found");
  if ((await countOtherBlocks(tx, session.uid, body.uid)) >= maxBlocks)
    throw new ApiError("conflict", { message: `You can block ${maxBlocks} people at most` });
  await insertBlock(tx, session.uid, body.uid);
  // The caller's other pages hide them, too.
  await writeEvent(tx, "user.changed", { uid: session.uid });
  await writeEvent(tx, "account.blocked", { uid: session.uid, blockedUid: body.uid });
  return {};
});
