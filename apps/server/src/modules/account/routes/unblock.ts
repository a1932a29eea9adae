import { routes } from "@tribe/contract";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { command } from "../../../http/implement.ts";
import { deleteBlock } from "../store/blocks.ts";

/** Unblocks somebody; does nothing for who is not blocked. */
export const unblock = command(routes.account.unblock, async ({ tx, session, body }) => {
  await deleteBlock(tx, session.uid, body.uid);
  await writeEvent(tx, "user.changed", { uid: session.uid });
  return {};
});
