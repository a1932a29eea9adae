import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";

/** Any transaction that a feature prepares. */
export const GenericTransactionDialog = (props: DialogPropsByName["genericTransaction"]) => (
  <PreparedTransactionDialog
    name="genericTransaction"
    transaction={props}
    {...("boxHeight" in props ? { boxHeight: props.boxHeight } : {})}
  />
);
