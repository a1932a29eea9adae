import type { TransactionDialogState } from "./transaction-dialog.ts";

/** How far 'Create your Tribe' is, in the specification's words; what is unsettled is still being processed. */
export const creationProgress = (state: TransactionDialogState<unknown> | { readonly kind: "confirmed" }): string => {
  switch (state.kind) {
    case "closed":
      return "Init";
    case "preparing":
      return "Preparing transaction";
    case "ready":
    case "signing":
    case "sending":
    case "sent":
      return "Processing transaction";
    case "confirmed":
      return "Completed";
    case "error":
      return state.settled ? "Failed" : "Processing transaction";
  }
};
