import { ApiError, addressSchema, routes, tokenUnits } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByUid } from "../../identity/index.ts";
import { requireChief } from "../../membership/index.ts";
import { entriesOf } from "../rules/snapshot-entries.ts";
import { type HolderKey, holdersAfter } from "../store/holders.ts";

/** A page of a token's holders. */
export const snapshot = query(routes.market.snapshot, async ({ tx, query: { mint, cursor, limit }, session }) => {
  await requireChief(tx, mint, await personByUid(tx, session.uid));
  const rows = await holdersAfter(tx, mint, cursor === undefined ? null : readCursor(cursor), limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    holders: entriesOf(page),
    nextCursor: last && rows.length > limit ? `${last.snapshotAmount}.${last.address}` : null,
  };
});

/** @throws ApiError `invalid_field` */
const readCursor = (cursor: string): HolderKey => {
  const [amountText = "", addressText] = cursor.split(".");
  const address = addressSchema.safeParse(addressText);
  if (!address.success) throw new ApiError("invalid_field", { field: "query.cursor" });
  return { amount: tokenUnits(BigInt(amountText)), address: address.data };
};
