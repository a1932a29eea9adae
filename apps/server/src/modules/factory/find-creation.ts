import { fromBase64 } from "@tribe/chain/transactions";
import type { TokenId, TransactionSignature, Uid } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { TicketRow } from "../transactions/index.ts";
import { tickets } from "../transactions/schema.ts";
import { creations } from "./schema.ts";

/** A person's creation with its newest ticket; somebody else's is unknown. */
export const findCreation = async (db: Reader, uid: Uid, tokenId: TokenId) => {
  const [found] = await db
    .select({ made: creations, ticket: tickets })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(and(eq(creations.tokenId, tokenId), eq(creations.uid, uid)));
  return found ?? null;
};

/** How many preparations of before are looked through: each takes a new press in the wallet. */
const earlierTries = 20;

/**
 * The creation's ticket that a signature is over: its newest, or one of before that a page goes on with which has not heard of a
 * later preparation. Its newest, too, when it is over none.
 */
export const signedTicket = async (
  db: Reader,
  newest: TicketRow,
  signature: TransactionSignature,
): Promise<TicketRow> => {
  const isSigned = ({ message, trader }: TicketRow) => isSignedByWallet(fromBase64(message), signature, trader);
  if (isSigned(newest)) return newest;
  const earlier = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.uid, newest.uid), eq(tickets.mint, newest.mint), eq(tickets.kind, newest.kind)))
    .orderBy(desc(tickets.createdAt))
    .limit(earlierTries);
  return earlier.find(isSigned) ?? newest;
};
