import type { Lamports, SignerPhase } from "@tribe/contract";

/** One line of a confirm view: what leaves, what comes, a fee. */
export interface ConfirmLine {
  readonly label: string;
  readonly value: string;
  /** The exact figure, where `value` is rounded. */
  readonly exact?: string;
}

/** What is asked of the person, decoded by us. The app's words stand above it and prove nothing. */
export interface ConfirmContent {
  /** What the transaction does, in our words: `Buy 5 tokens of 3xA…9fQ`. */
  readonly headline: string;
  readonly lines: readonly ConfirmLine[];
  /** The worst case in lamports: everything that can leave; null for a message that moves nothing. */
  readonly maxSpend: Lamports | null;
  /** The text of an off-chain message, shown as it is. */
  readonly text?: string;
}

/** The app's own words (protocol `view`). */
export interface AppWords {
  readonly title: string;
  readonly description: string;
  /** The spec's name of the worst case; `Max Spend` unless the dialog is the versioned one. */
  readonly spendLabel?: "Max Spend" | "Max SOL Required" | undefined;
}

/** What the frame shows. Each kind is one view; what can be pressed in it is an {@link Intent}. */
export type Screen =
  | { readonly kind: "idle" }
  | { readonly kind: "loading"; readonly words: AppWords | null }
  | { readonly kind: "confirm"; readonly words: AppWords; readonly content: ConfirmContent }
  | { readonly kind: "signing"; readonly words: AppWords; readonly content: ConfirmContent }
  | { readonly kind: "refused"; readonly words: AppWords; readonly reason: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "recovery_offer"; readonly email: string; readonly error: string | null }
  | {
      readonly kind: "recovery_code";
      readonly email: string;
      readonly error: string | null;
      /** Milliseconds since 1970 from when a new code may be asked for. */
      readonly resendAt: number;
    }
  | { readonly kind: "recovery_working"; readonly email: string }
  | { readonly kind: "done"; readonly text: string };

/** What the person did, by a trusted event. */
export type Intent =
  | { readonly kind: "confirm" }
  | { readonly kind: "cancel" }
  | { readonly kind: "retry" }
  | { readonly kind: "ok" }
  | { readonly kind: "send_code" }
  | { readonly kind: "code"; readonly code: string };

const accepts: Record<Screen["kind"], readonly Intent["kind"][]> = {
  idle: [],
  loading: ["cancel"],
  confirm: ["confirm", "cancel"],
  signing: [],
  refused: ["ok", "cancel"],
  failed: ["retry", "cancel"],
  recovery_offer: ["send_code", "cancel"],
  recovery_code: ["code", "send_code", "cancel"],
  recovery_working: [],
  done: [],
};

/** Whether a press means anything on this screen: a late one, meant for the screen before, does not. */
export const isAccepted = (screen: Screen, intent: Intent): boolean => accepts[screen.kind].includes(intent.kind);

const phases: Record<Screen["kind"], SignerPhase> = {
  idle: "loading",
  loading: "loading",
  confirm: "waiting",
  signing: "signing",
  refused: "refused",
  failed: "failed",
  recovery_offer: "waiting",
  recovery_code: "waiting",
  recovery_working: "loading",
  done: "done",
};

/** What the dialog around the frame is told: `signing` begins with the press on Confirm, and it may not close then. */
export const phaseOf = (screen: Screen): SignerPhase => phases[screen.kind];
