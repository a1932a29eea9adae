import { Readable } from "node:stream";
import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { requireChief } from "../../membership/index.ts";
import { snapshotFile as fileOf } from "../snapshot/snapshot-file.ts";
import { takeSnapshot } from "../snapshot/take-snapshot.ts";

/**
 * Exports a token's holders as a file. The query has succeeded before the first byte is sent, so that its failure is an error of
 * the call.
 */
export const snapshotFile = query(routes.market.snapshotFile, async ({ ctx, query, session }) => {
  await requireChief(ctx.db, query.mint, await personByUid(ctx.db, session.uid));
  return Readable.from(fileOf(ctx, await takeSnapshot(ctx.db, query.mint), query.who));
});
