import { routes } from "@tribe/contract";
import { query } from "../../../http/implement.ts";
import { personByAddress } from "../../identity/index.ts";
import { handleStatement } from "../handle-statements.ts";

/** Whose wallet an address is. A nerfed person is not named. */
export const recipient = query(routes.wallet.recipient, async ({ ctx, tx, query: { address } }) => {
  const person = await personByAddress(tx, address);
  if (!person || person.isNerfed) return { person: null, statement: null };
  return {
    person: { displayName: person.displayName, handle: person.twitter?.handle ?? null },
    statement: await handleStatement(ctx, tx, person),
  };
});
