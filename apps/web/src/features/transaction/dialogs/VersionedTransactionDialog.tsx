import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";

/** Any transaction, with what the wallet must hold for it as 'Max SOL Required'. */
export const VersionedTransactionDialog = (props: DialogPropsByName["versionedTransaction"]) => (
  <PreparedTransactionDialog
    name="versionedTransaction"
    transaction={props}
    spendLabel="Max SOL Required"
    {...("boxHeight" in props ? { boxHeight: props.boxHeight } : {})}
  />
);
