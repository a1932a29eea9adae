import type { Base64, Ticket } from "@tribe/contract";
import type { TransactionDialogEvent, TransactionDialogState } from "@tribe/domain";
import type { Dispatch } from "react";

/** What one preparation gave. `message` is null for a trade that was signed before a reload. */
export interface PreparedTrade {
  readonly ticket: Ticket;
  readonly message: Base64 | null;
}

/** The trade dialog as its machine has it. */
export type TradeDialogState = TransactionDialogState<PreparedTrade>;
/** Tells the machine what happened. */
export type TradeDispatch = Dispatch<TransactionDialogEvent<PreparedTrade>>;
