import { type Base64, type CreationState, creationState, type Mint, type TokenId } from "@tribe/contract";

/** The steps of "Create your Tribe": Init, Preparing transaction, Processing transaction, Completed, Failed. */
export type CreationFlow =
  | { readonly kind: "init" }
  | { readonly kind: "preparing" }
  | {
      readonly kind: "confirming";
      readonly tokenId: TokenId;
      readonly mint: Mint;
      readonly message: Base64;
      readonly isSigning: boolean;
    }
  | { readonly kind: "processing"; readonly tokenId: TokenId; readonly signature: string | null }
  | { readonly kind: "completed"; readonly mint: Mint | null }
  | { readonly kind: "failed"; readonly title: string; readonly message: string };

export type CreationEvent =
  | { readonly type: "started" }
  | { readonly type: "prepared"; readonly tokenId: TokenId; readonly mint: Mint; readonly message: Base64 }
  | { readonly type: "signing"; readonly isSigning: boolean }
  | { readonly type: "declined" }
  | { readonly type: "signed" }
  | { readonly type: "submitted"; readonly signature: string }
  | {
      readonly type: "told";
      readonly tokenId: TokenId;
      readonly state: CreationState;
      readonly shouldRetry: boolean;
      readonly mint: Mint | null;
      readonly title: string;
      readonly message: string;
    }
  | { readonly type: "alreadyChief"; readonly mint: Mint }
  | { readonly type: "failed"; readonly title: string; readonly message: string }
  | { readonly type: "acknowledged" };

/** The next step; a failed one that the server calls retryable is prepared again by itself (spec section 4). */
export const creationTransition = (flow: CreationFlow, event: CreationEvent): CreationFlow => {
  switch (event.type) {
    case "started":
      return flow.kind === "init" ? { kind: "preparing" } : flow;
    case "prepared":
      return flow.kind === "preparing"
        ? { kind: "confirming", tokenId: event.tokenId, mint: event.mint, message: event.message, isSigning: false }
        : flow;
    case "signing":
      return flow.kind === "confirming" ? { ...flow, isSigning: event.isSigning } : flow;
    case "declined":
      return flow.kind === "confirming" ? { kind: "init" } : flow;
    case "signed":
      return flow.kind === "confirming" ? { kind: "processing", tokenId: flow.tokenId, signature: null } : flow;
    case "submitted":
      return flow.kind === "processing" ? { ...flow, signature: event.signature } : flow;
    case "told":
      if (flow.kind !== "processing" || flow.tokenId !== event.tokenId) return flow;
      if (event.state >= creationState.confirmed) return { kind: "completed", mint: event.mint };
      if (event.shouldRetry) return { kind: "preparing" };
      return event.state === creationState.failed
        ? { kind: "failed", title: event.title, message: event.message }
        : flow;
    case "alreadyChief":
      return flow.kind === "init" || flow.kind === "failed" || (flow.kind === "completed" && !flow.mint)
        ? { kind: "completed", mint: event.mint }
        : flow;
    case "failed":
      return flow.kind === "completed" ? flow : { kind: "failed", title: event.title, message: event.message };
    case "acknowledged":
      return flow.kind === "failed" ? { kind: "init" } : flow;
  }
};

/** Nothing may close the dialog now. */
export const isCreating = (flow: CreationFlow): boolean =>
  flow.kind === "preparing" || flow.kind === "processing" || (flow.kind === "confirming" && flow.isSigning);
