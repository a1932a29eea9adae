import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { readUnproven } from "../record.ts";
import { waitsOf } from "../waits.ts";

/** What the app's page shows of the wallet. Nothing is given for it, so that it needs no proof: the mails tell the same. */
export const safety = query(routes.wallet.safety, async ({ ctx, tx, session }) => {
  const record = await readUnproven(tx, session.uid);
  return { waits: record ? [...waitsOf(record, ctx.now())] : [], kit: record?.kit ?? null };
});
