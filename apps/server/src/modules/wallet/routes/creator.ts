import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByAddress } from "../../identity/index.ts";
import { handleStatement } from "../handle-statements.ts";
import { creatorStatement } from "../outflow/creator-statement.ts";

/** Who created the Tribe of a mint, with their social account. */
export const creator = query(routes.wallet.creator, async ({ ctx, tx, query: { mint } }) => {
  const found = await creatorStatement(ctx, tx, mint);
  const person = found ? await personByAddress(tx, found.creator) : null;
  return {
    creator: found,
    statement: person && !person.isNerfed ? await handleStatement(ctx, tx, person) : null,
  };
});
