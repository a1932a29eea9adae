import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";

/** The legacy trade: prepared by the server with a callback ticket, and submitted to its confirm callback. */
export const TokenTradeTransactionDialog = (props: DialogPropsByName["tokenTradeTransaction"]) => (
  <PreparedTransactionDialog name="tokenTradeTransaction" transaction={props} />
);
