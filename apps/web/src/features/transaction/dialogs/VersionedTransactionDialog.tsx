import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";

/** Any transaction; the SOL that the wallet must hold for it is labelled "Max SOL Required". */
export const VersionedTransactionDialog = (props: DialogPropsByName["versionedTransaction"]) => (
  <PreparedTransactionDialog
    name="versionedTransaction"
    transaction={props}
    spendLabel="Max SOL Required"
    {...("boxHeight" in props ? { boxHeight: props.boxHeight } : {})}
  />
);
