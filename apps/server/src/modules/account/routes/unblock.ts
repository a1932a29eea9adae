import { routes } from "@tribe/contract";
import { and, eq } from "drizzle-orm";
import { writeEvent } from "../../../engines/bus/outbox.ts";
import { command } from "../../../http/implement.ts";
import { blocks } from "../schema.ts";

/** Unblocks somebody; does nothing for who is not blocked. */
export const unblock = command(routes.account.unblock, async ({ tx, session, body }) => {
  await tx.delete(blocks).where(and(eq(blocks.uid, session.uid), eq(blocks.blockedUid, body.uid)));
  await writeEvent(tx, "user.changed", { uid: session.uid });
  return {};
});
