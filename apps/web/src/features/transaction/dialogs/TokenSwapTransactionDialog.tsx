import type { DialogPropsByName } from "../../../shared/dialogs/names.ts";
import { PreparedTransactionDialog } from "./PreparedTransactionDialog.tsx";

/** A swap of a migrated token: this browser sends it and follows it to its result. */
export const TokenSwapTransactionDialog = (props: DialogPropsByName["tokenSwapTransaction"]) => (
  <PreparedTransactionDialog name="tokenSwapTransaction" transaction={props} boxHeight={{ sheet: 672, centred: 641 }} />
);
