import { ApiError, addressSchema, routes, tokenUnits } from "@tribe/contract";
import { and, eq, gt, lt, or } from "drizzle-orm";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { holdings } from "../../indexer/schema.ts";
import { requireChief } from "../../membership/index.ts";
import { entriesOf, holdersIn } from "../snapshot/take-snapshot.ts";

/** A page of a token's holders. */
export const snapshot = query(routes.market.snapshot, async ({ tx, query, session }) => {
  const { mint, cursor, limit } = query;
  await requireChief(tx, mint, await personByUid(tx, session.uid));
  const rows = await holdersIn(tx, mint, cursor === undefined ? undefined : isBehind(cursor)).limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    holders: entriesOf(page),
    nextCursor: last && rows.length > limit ? `${last.snapshotAmount}.${last.address}` : null,
  };
});

/** The holder at a cursor's place. @throws ApiError `invalid_field` */
const isBehind = (cursor: string) => {
  const [amountText = "", addressText] = cursor.split(".");
  const address = addressSchema.safeParse(addressText);
  if (!address.success) throw new ApiError("invalid_field", { field: "query.cursor" });
  const amount = tokenUnits(BigInt(amountText));
  return or(lt(holdings.amount, amount), and(eq(holdings.amount, amount), gt(holdings.owner, address.data)));
};
