import type { TransactionDialogState } from "./transaction-dialog.ts";

/** Progress of 'Create your Tribe' in the specification's words; an uncertain outcome is still shown as processing. */
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
