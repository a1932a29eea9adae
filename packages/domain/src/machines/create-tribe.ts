import { type CreationState, creationState, type Mint, type TokenId } from "@tribe/contract";
import { type FailureWords, failureOfReason, stepFailure } from "../words/failures/index.ts";

/** Progress of 'Create your Tribe' (spec section 4). */
export type CreateTribeState =
  | { readonly kind: "init" }
  /** `tokenId` is kept from a first try, which a retry uses again. */
  | { readonly kind: "preparing"; readonly tokenId: TokenId | null }
  | { readonly kind: "processing"; readonly tokenId: TokenId }
  /** Signed, and nobody has told its end in time: the truth may still arrive, and the person may leave meanwhile. */
  | { readonly kind: "overdue"; readonly tokenId: TokenId; readonly failure: FailureWords }
  /** The mint comes from the local user's tokens, or is derived from the token id. */
  | { readonly kind: "completed"; readonly mint: Mint }
  | { readonly kind: "failed"; readonly failure: FailureWords };

export type CreateTribeEvent =
  | { readonly kind: "started" }
  /** The message is there and waits for the creator's signature. */
  | { readonly kind: "prepared"; readonly tokenId: TokenId }
  | { readonly kind: "declined" }
  /** An answer of the status call, or the frame that says the same. */
  | {
      readonly kind: "statusReceived";
      readonly state: CreationState;
      readonly shouldRetry: boolean;
      /** A code of the failure catalogue. */
      readonly errorReason: string | null;
      readonly mint: Mint;
    }
  | { readonly kind: "failed"; readonly failure: FailureWords }
  /** No end was heard for as long as one waits for any transaction. */
  | { readonly kind: "timedOut" }
  /** 'Look again' in the view of an overdue one. */
  | { readonly kind: "lookedAgain" }
  /** The local user was loaded and has a Tribe already: that counts as completed. */
  | { readonly kind: "tribeFound"; readonly mint: Mint }
  /** OK in the error view. */
  | { readonly kind: "acknowledged" };

type StatusReceived = Extract<CreateTribeEvent, { kind: "statusReceived" }>;

/** @returns the same object when the event does not fit. */
const transition = (state: CreateTribeState, event: CreateTribeEvent): CreateTribeState => {
  if (event.kind === "tribeFound") return state.kind === "completed" ? state : { kind: "completed", mint: event.mint };
  switch (state.kind) {
    case "init":
      return event.kind === "started" ? { kind: "preparing", tokenId: null } : state;
    case "preparing":
      if (event.kind === "prepared") return { kind: "processing", tokenId: event.tokenId };
      if (event.kind === "declined") return { kind: "init" };
      return event.kind === "failed" ? { kind: "failed", failure: event.failure } : state;
    case "processing":
      if (event.kind === "statusReceived") return afterStatus(state, event);
      if (event.kind === "declined") return { kind: "init" };
      if (event.kind === "timedOut")
        return { kind: "overdue", tokenId: state.tokenId, failure: stepFailure("confirmation_timeout") };
      return event.kind === "failed" ? { kind: "failed", failure: event.failure } : state;
    case "overdue":
      if (event.kind === "statusReceived") return afterStatus(state, event);
      if (event.kind === "lookedAgain") return { kind: "processing", tokenId: state.tokenId };
      return event.kind === "failed" ? { kind: "failed", failure: event.failure } : state;
    case "completed":
      return state;
    case "failed":
      if (event.kind === "started") return { kind: "preparing", tokenId: null };
      return event.kind === "acknowledged" ? { kind: "init" } : state;
  }
};

const afterStatus = (
  state: Extract<CreateTribeState, { kind: "processing" | "overdue" }>,
  event: StatusReceived,
): CreateTribeState => {
  if (event.state >= creationState.confirmed) return { kind: "completed", mint: event.mint };
  if (event.shouldRetry) return { kind: "preparing", tokenId: state.tokenId };
  if (event.state === creationState.failed)
    return { kind: "failed", failure: failureOfReason(event.errorReason, true) };
  return state;
};

const labels: Record<CreateTribeState["kind"], string> = {
  init: "Init",
  preparing: "Preparing transaction",
  processing: "Processing transaction",
  overdue: "Processing transaction",
  completed: "Completed",
  failed: "Failed",
};

const initial: CreateTribeState = { kind: "init" };

/** The rules of creating a Tribe. */
export const createTribe = {
  initial,
  transition,
  label: (state: CreateTribeState): string => labels[state.kind],
  /** Whether the dialog refuses to close. */
  isBusy: (state: CreateTribeState): boolean => state.kind === "preparing" || state.kind === "processing",
} as const;
