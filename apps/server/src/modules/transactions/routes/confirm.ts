import { blockhashOf, decodeTransaction, fromBase64, toBase64 } from "@tribe/chain/transactions";
import { ApiError, type Base64, type BodyOf, routes, type TransactionSignature } from "@tribe/contract";
import { saga } from "../../../http/implement.ts";
import type { TicketRow } from "../schema.ts";
import { findTicket } from "../store/tickets.ts";
import { submitTicket } from "../submit.ts";

type Body = BodyOf<typeof routes.transactions.confirm>;

/** The confirm callback: stores, sends and follows the signed transaction of a callback ticket, as a trade's. */
export const confirm = saga(routes.transactions.confirm, async ({ ctx, body, session, commit }) => {
  const row = await findTicket(ctx.db, session.uid, body.callbackTicket);
  if (!row) throw new ApiError("ticket_unknown");
  const signature = await submitTicket(ctx, row, signedFor(row, body), commit);
  const { lastValidBlockHeight } = row;
  return { signature, blockhash: blockhashOf(fromBase64(row.message)), lastValidBlockHeight };
});

/**
 * The trader's signature in a signed transaction that must contain exactly the ticket's message. @throws ApiError
 * `invalid_field`, `ticket_signature_invalid`
 */
const signedFor = (row: TicketRow, { message, signature, transaction }: Body): TransactionSignature => {
  if (transaction !== undefined) {
    const parts = partsOf(transaction);
    if (toBase64(parts.message) !== row.message) throw otherMessage("body.transaction");
    const signed = parts.signatures.get(row.trader);
    if (!signed) throw new ApiError("ticket_signature_invalid");
    return signed;
  }
  if (message !== row.message) throw otherMessage("body.message");
  if (signature === undefined)
    throw new ApiError("invalid_field", { field: "body.signature", message: "must stand beside the message" });
  return signature;
};

const otherMessage = (field: string) => new ApiError("invalid_field", { field, message: "is not the ticket's" });

const partsOf = (transaction: Base64) => {
  try {
    return decodeTransaction(fromBase64(transaction));
  } catch {
    throw new ApiError("invalid_field", { field: "body.transaction", message: "must be a signed transaction" });
  }
};
