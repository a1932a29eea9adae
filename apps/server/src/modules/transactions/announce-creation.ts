import type { Ticket, Uid } from "@tribe/contract";
import { type ChainTicketState, creation } from "@tribe/domain/machines";
import { eq } from "drizzle-orm";
import type { Executor } from "../../db/client.ts";
import { writeEvent } from "../../engines/bus/outbox.ts";
import { creations } from "../factory/schema.ts";

/** A ticket that has just changed its state. */
export interface ChangedTicket {
  readonly uid: Uid;
  readonly ticket: Ticket;
  readonly state: ChainTicketState;
  readonly errorReason: string | null;
}

/** Tells the person who creates a Tribe how far the creation is. */
export const announceCreation = async (tx: Executor, changed: ChangedTicket): Promise<void> => {
  const { uid, ticket, state, errorReason } = changed;
  const [made] = await tx.select().from(creations).where(eq(creations.ticket, ticket));
  if (!made) return;
  await writeEvent(tx, "creation.changed", {
    uid,
    tokenId: made.tokenId.toString(),
    ...creation.toWire(state),
    errorReason,
  });
};
