import { fromBase64 } from "@tribe/chain/transactions";
import type { TokenId, TransactionSignature, Uid } from "@tribe/contract";
import { and, desc, eq } from "drizzle-orm";
import type { Reader } from "../../db/client.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { TicketRow } from "../transactions/index.ts";
import { tickets } from "../transactions/schema.ts";
import { creations } from "./schema.ts";

/** A person's creation with its newest ticket; null for anybody else's. */
export const findCreation = async (db: Reader, uid: Uid, tokenId: TokenId) => {
  const [found] = await db
    .select({ made: creations, ticket: tickets })
    .from(creations)
    .innerJoin(tickets, eq(tickets.ticket, creations.ticket))
    .where(and(eq(creations.tokenId, tokenId), eq(creations.uid, uid)));
  return found ?? null;
};

/** Most earlier tickets that are searched: each was a click in the wallet. */
const earlierTries = 20;

/**
 * The ticket of a creation that a signature belongs to: the newest, or an earlier one if the page has not got the answer of a
 * later preparation. The newest if it belongs to none.
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
