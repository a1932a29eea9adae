import { type AirdropState, airdropState } from "@tribe/contract";

/** States of an airdrop. A final state never changes. */
export type AirdropTaskState =
  | {
      readonly kind: "pending" /** Its Chief has ended it; what is signed may still land. */;
      readonly isEnding: boolean;
    }
  | { readonly kind: "completed" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed" };

export type AirdropTaskEvent =
  /** The Chief ended it. */
  | { readonly kind: "terminated" }
  /** None of its transactions can land any more; `isPaid`: all its batches have landed. */
  | { readonly kind: "settled"; readonly isPaid: boolean }
  /** The account of its list cannot be created: nobody was paid, and nobody can be. */
  | { readonly kind: "impossible" };

/** @returns the same object when the event changes nothing. */
export const airdropTransition = (state: AirdropTaskState, event: AirdropTaskEvent): AirdropTaskState => {
  if (state.kind !== "pending") return state;
  switch (event.kind) {
    case "terminated":
      return state.isEnding ? state : { kind: "pending", isEnding: true };
    case "settled":
      if (event.isPaid) return { kind: "completed" };
      return state.isEnding ? { kind: "cancelled" } : state;
    case "impossible":
      return { kind: "failed" };
  }
};

/** The API's number of a state: 0 pending, 1 completed, 2 cancelled, 3 failed. */
export const airdropStateOf = ({ kind }: AirdropTaskState): AirdropState => airdropState[kind];

/** The label of a state that a Chief reads. */
export const airdropLabel = (state: AirdropState, isCreated: boolean): string => {
  switch (state) {
    case airdropState.pending:
      return isCreated ? "Processing airdrop" : "Creating airdrop";
    case airdropState.completed:
      return "Completed";
    case airdropState.cancelled:
      return "Cancelled";
    case airdropState.failed:
      return "Airdrop Failed";
  }
};
