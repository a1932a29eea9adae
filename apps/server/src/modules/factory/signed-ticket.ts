import { fromBase64 } from "@tribe/chain/transactions";
import type { TransactionSignature } from "@tribe/contract";
import type { Reader } from "../../db/client.ts";
import { isSignedByWallet } from "../../engines/keys/is-signed-by-wallet.ts";
import type { TicketRow } from "../transactions/index.ts";
import { earlierTickets } from "./store/creations.ts";

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
  const earlier = await earlierTickets(db, newest, earlierTries);
  return earlier.find(isSigned) ?? newest;
};
