import { type AirdropState, airdropState } from "@tribe/contract";

/** Where an airdrop is. A final state never changes again. */
export type AirdropTaskState =
  | {
      readonly kind: "pending" /** Its Chief has ended it; what is signed may still land. */;
      readonly isEnding: boolean;
    }
  | { readonly kind: "completed" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed" };

export type AirdropTaskEvent =
  /** The Chief ends it. */
  | { readonly kind: "terminated" }
  /** No transaction of it can land any more; `isPaid`: each of its batches has. */
  | { readonly kind: "settled"; readonly isPaid: boolean }
  /** The account of its list can't be made: nobody was paid, and nobody can be. */
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

/** As it travels: 0 pending, 1 completed, 2 cancelled, 3 failed. */
export const airdropStateOf = ({ kind }: AirdropTaskState): AirdropState => airdropState[kind];

/** What a Chief reads of a state. */
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
