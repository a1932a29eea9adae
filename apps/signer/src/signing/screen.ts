import type { Address, Lamports, SignerPhase } from "@tribe/contract";
import type { SendWaiting } from "../sends/send-wait.ts";

/** Our own words, or somebody else's: those are shown in quotation marks, and their direction stays their own. */
export type Words = string | { readonly quoted: string };

/** One line of a confirm view: what leaves, what comes, a fee. */
export interface ConfirmLine {
  readonly label: string;
  readonly value: Words;
  /** The exact figure, where `value` is rounded. */
  readonly exact?: string;
  readonly tone?: "danger";
  /** An address to its last character, on a line of its own. */
  readonly isWhole?: boolean;
}

/** A sentence that the person must read. */
export interface Notice {
  readonly tone: "note" | "warning" | "danger";
  readonly text: string;
}

/** What is asked of the person, decoded by us, and what the chain says of it. */
export interface ConfirmContent {
  /** What is done: `Buy “Harbour Radio” (“HAR”)`. */
  readonly headline: readonly Words[];
  /** What leaves and what comes. */
  readonly moves: readonly ConfirmLine[];
  readonly lines: readonly ConfirmLine[];
  readonly notices: readonly Notice[];
  /** The worst case in lamports: everything that can leave; null for a message that moves nothing. */
  readonly maxSpend: Lamports | null;
  /** The text of an off-chain message, shown as it is. */
  readonly text?: string;
  /** While the chain is asked nothing can be confirmed. */
  readonly isChecking: boolean;
  /** What the person must type before Confirm works, and what the field says; null where a press is enough. */
  readonly typing: { readonly word: string; readonly label: string } | null;
  /** A passkey is asked for after Confirm, for this very transaction. */
  readonly needsPasskey?: boolean;
  /** A day's wait that stands in a passkey's place: what Confirm does then is ask for it, or nothing before it is over. */
  readonly wait?: SendWaiting;
  /** Whether the person may give the recipient a name, which only this device keeps. */
  readonly asksForName?: boolean;
}

/** The app's own words (protocol `view`); but for the label they are not shown. */
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
  | { readonly kind: "confirm"; readonly words: AppWords; readonly wallet: Address; readonly content: ConfirmContent }
  | { readonly kind: "signing"; readonly words: AppWords; readonly wallet: Address; readonly content: ConfirmContent }
  | { readonly kind: "refused"; readonly words: AppWords; readonly wallet: Address; readonly reason: string }
  /** It was asked for, and may be confirmed from `readyAt` on, milliseconds since 1970. */
  | { readonly kind: "waits"; readonly wallet: Address; readonly readyAt: number }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "recovery_offer";
      /** Where a link would be mailed; null where no mail brings the wallet back any more. */
      readonly email: string | null;
      /** Whether a passkey brings it back in this browser. */
      readonly hasPasskey: boolean;
      /** Whether another browser that has it can give it to this one. */
      readonly hasDevice: boolean;
      /** Whether a mailed link waits a day. */
      readonly isMailDelayed: boolean;
      readonly error: string | null;
    }
  | {
      readonly kind: "recovery_mailed";
      readonly email: string;
      readonly error: string | null;
      /** Milliseconds since 1970 from when a new link may be asked for. */
      readonly resendAt: number;
    }
  | {
      readonly kind: "recovery_working";
      readonly email: string | null;
      readonly hasPasskey: boolean;
      readonly hasDevice: boolean;
      readonly isMailDelayed: boolean;
    }
  /** A mailed link was opened, and the wallet comes to this browser at `readyAt`, milliseconds since 1970 by this device's clock. */
  | {
      readonly kind: "recovery_waiting";
      readonly wallet: Address;
      readonly readyAt: number;
      readonly hasPasskey: boolean;
      readonly hasDevice: boolean;
      readonly hasKit: boolean;
      readonly error: string | null;
    }
  /** Another browser was asked. */
  | {
      readonly kind: "recovery_asked";
      readonly wallet: Address;
      /** To be typed there; null while nobody looks at it there. */
      readonly number: string | null;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
      /** What went wrong with the last look, while the next may be answered. */
      readonly error: string | null;
    }
  /** The browser asks for a passkey, or did and got none: then `error` says why. */
  | {
      readonly kind: "touch";
      readonly wallet: Address;
      readonly purpose: TouchPurpose;
      readonly error: string | null;
      /** A passkey has answered, and what it said is looked at. */
      readonly isAnswered?: boolean;
    }
  /** `isOwn`: this device's share is of this address. */
  | { readonly kind: "receive"; readonly wallet: Address; readonly isOwn: boolean }
  | { readonly kind: "done"; readonly text: string };

/** What a passkey is asked for: to open a locked wallet, for this very transaction, or to bring the wallet to this browser. */
export type TouchPurpose = "unlock" | "send" | "recover";

/** What the person did, by a trusted event; `arrived` comes from another page of ours. */
export type Intent =
  /** `typed` is what stands in the field that some confirmations have. */
  | {
      readonly kind: "confirm";
      readonly typed?: string /** Of a recipient, where it is asked for. */;
      readonly name?: string;
    }
  | { readonly kind: "cancel" }
  | { readonly kind: "retry" }
  | { readonly kind: "ok" }
  | { readonly kind: "send_link" }
  | { readonly kind: "use_passkey" }
  /** Another browser that has the wallet is to give it to this one. */
  | { readonly kind: "ask_device" }
  /** The passkey is gone: the wallet is to come back in another way. */
  | { readonly kind: "other_way" }
  /** What this browser waits for has begun, is to be taken, or is over. */
  | { readonly kind: "look" }
  /** This browser waits no longer. */
  | { readonly kind: "stop_waiting" }
  /** The page that the mailed link opened has brought the wallet here, or another browser has. */
  | { readonly kind: "arrived" };

const accepts: Record<Screen["kind"], readonly Intent["kind"][]> = {
  idle: [],
  loading: ["cancel"],
  confirm: ["confirm", "cancel"],
  signing: [],
  refused: ["ok", "cancel"],
  waits: ["ok", "cancel"],
  failed: ["retry", "cancel"],
  recovery_offer: ["send_link", "use_passkey", "ask_device", "cancel"],
  recovery_asked: ["other_way", "cancel"],
  recovery_mailed: ["arrived", "look", "send_link", "cancel"],
  recovery_waiting: ["arrived", "look", "use_passkey", "ask_device", "stop_waiting", "cancel"],
  recovery_working: [],
  touch: ["use_passkey", "other_way", "cancel"],
  receive: ["cancel"],
  done: [],
};

/**
 * Whether a press means anything on this screen: a late one, meant for the screen before, does not, and neither does a
 * Confirm before the chain has been asked or without the word that it needs.
 */
export const isAccepted = (screen: Screen, intent: Intent): boolean =>
  accepts[screen.kind].includes(intent.kind) &&
  !(screen.kind === "touch" && screen.isAnswered && intent.kind !== "cancel") &&
  !(screen.kind === "touch" && screen.error === null && intent.kind === "other_way") &&
  (screen.kind !== "confirm" || intent.kind !== "confirm" || isConfirmable(screen.content, intent.typed ?? ""));

/** Whether Confirm may work with this text in the field. */
export const isConfirmable = ({ isChecking, typing, wait }: ConfirmContent, typed: string): boolean =>
  !isChecking && wait?.kind !== "waiting" && (typing === null || typed.trim().toLowerCase() === typing.word);

const phases: Record<Screen["kind"], SignerPhase> = {
  idle: "loading",
  loading: "loading",
  confirm: "waiting",
  signing: "signing",
  refused: "refused",
  waits: "refused",
  failed: "failed",
  recovery_offer: "waiting",
  recovery_mailed: "waiting",
  recovery_waiting: "waiting",
  recovery_asked: "waiting",
  recovery_working: "loading",
  touch: "waiting",
  receive: "waiting",
  done: "done",
};

/** What the dialog around the frame is told: `signing` begins with the press on Confirm, and it may not close then. */
export const phaseOf = (screen: Screen): SignerPhase => phases[screen.kind];
