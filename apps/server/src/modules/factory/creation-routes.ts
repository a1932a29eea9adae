import { ApiError, routes, type TokenId, type Uid } from "@tribe/contract";
import { creation } from "@tribe/domain/machines";
import { and, eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { implement } from "../../http/implement.ts";
import { stateOf, submitTicket } from "../transactions/index.ts";
import { tickets } from "../transactions/schema.ts";
import { creations } from "./schema.ts";

/** A person's creation with its newest ticket; somebody else's is unknown. */
const findCreation = async (db: Executor, uid: Uid, tokenId: TokenId) => {
  const [found] = await db
    .select({ made: creations, ticket: tickets })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(and(eq(creations.tokenId, tokenId), eq(creations.uid, uid)));
  return found ?? null;
};

/** Takes the creator's signature. */
export const submitCreation = implement(
  routes.factory.submitCreation,
  async ({ ctx, body, session, nonceInsert }) => {
    const found = await findCreation(ctx.db, session.uid, body.tokenId);
    if (!found) throw new ApiError("ticket_unknown");
    return { signature: await submitTicket(ctx, found.ticket, body.signature, nonceInsert()) };
  },
  { transaction: "own" },
);

/** Where a creation stands. */
export const creationStatus = implement(routes.factory.creationStatus, async ({ tx, query, session }) => {
  const found = await findCreation(tx, session.uid, query.tokenId);
  if (!found) throw new ApiError("not_found");
  const { ticket, made } = found;
  return {
    ...creation.toWire(stateOf(ticket)),
    errorReason: ticket.errorReason,
    signature: ticket.signature,
    mint: made.mint,
  };
});
