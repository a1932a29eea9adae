import type { Uid } from "@tribe/contract";
import { apiFailure, stepFailure } from "@tribe/domain/words";
import { claim, release } from "../../../shared/transactions/claims.ts";
import {
  forgetOpenTransaction,
  type OpenTransaction,
  openTradeOf,
  storeOpenTransaction,
} from "../../../shared/transactions/open-transactions.ts";
import type { StoreSigned } from "../delivery/delivery.ts";

/** What is stored with a transaction besides its signature and delivery. */
export type PendingTransactionMeta = Pick<OpenTransaction, "dialog" | "title" | "description" | "trade">;

/** Deletes a stored transaction whose result is known. */
export const forget = (id: string): void => {
  forgetOpenTransaction(id);
  release(id);
};

/**
 * Stores this person's signed transaction, claimed by this tab. Fails as `not_kept` if the browser can't store it, and as
 * `ticket_open` beside an open trade of the same token, which another tab may have signed meanwhile: the server prevents that for
 * its own transactions.
 */
export const storeFor =
  (uid: Uid, meta: PendingTransactionMeta): StoreSigned =>
  async (signed) => {
    if (signed.via.kind === "direct" && meta.trade) {
      const other = openTradeOf(uid, meta.trade.token.mint);
      // A repeated press is the same transaction.
      if (other && other.signature !== signed.signature) return { kind: "failed", failure: apiFailure("ticket_open") };
    }
    const open = { ...meta, ...signed, id: crypto.randomUUID(), uid, signedAt: Date.now() };
    // Claims first, so that another tab that sees it stored waits for this one.
    await claim(open.id);
    if (storeOpenTransaction(open)) return { kind: "stored", open };
    forget(open.id);
    return { kind: "failed", failure: stepFailure("not_kept") };
  };
