import type { Address, Lamports, SignerPhase } from "@tribe/contract";
import type { ToFrame } from "../partition/hand-over.ts";

/**
 * Our own words, or untrusted text, whose writing direction is isolated: it is shown in quotation marks, but for a name that can
 * only be read as one.
 */
export type Words = string | { readonly quoted: string } | { readonly name: string };

/** One line of a confirm view: what leaves, what arrives, a fee. */
export interface ConfirmLine {
  readonly label: string;
  readonly value: Words;
  /** The exact figure if `value` is rounded. */
  readonly exact?: string;
  /** What it is now by the chain's answer, before `value`, which is of the bytes: `0.1339 SOL`. */
  readonly now?: string;
  readonly tone?: "danger";
  /** A whole address, on a line of its own. */
  readonly isWhole?: boolean;
}

/** A sentence that the person must read. */
export interface Notice {
  readonly tone: "note" | "warning" | "danger";
  readonly text: string;
}

/** A day's wait that takes the place of a passkey: still to be asked for, or not over yet (ms since 1970). */
export type SpendWait = { readonly kind: "ask" } | { readonly kind: "waiting"; readonly readyAt: number };

/**
 * How the worst case is named: `most`, the limit of a payment whose price may move; `costs`, what besides the amount leaves, or at
 * most leaves; `leaves`, the amount with its fee.
 */
export type SpendKind = "most" | "costs" | "costsAtMost" | "leaves";

/** The content of a confirmation, decoded by the wallet, with the chain's answers. */
export interface ConfirmContent {
  /** The action: `Buy Harbour Radio (HAR)`. */
  readonly headline: readonly Words[];
  /** What leaves and what arrives. */
  readonly moves: readonly ConfirmLine[];
  readonly lines: readonly ConfirmLine[];
  readonly notices: readonly Notice[];
  /** The worst case in lamports: everything that can leave; null for a message that moves nothing. */
  readonly maxSpend: Lamports | null;
  /** What the worst case is in this transaction. */
  readonly spendKind: SpendKind;
  /** The text of an off-chain message, unchanged. */
  readonly text?: string;
  /** True while the chain's answer is awaited: nothing can be confirmed yet. */
  readonly isChecking: boolean;
  /** The word that must be typed before Confirm works, and the field's label; null if a press is enough. */
  readonly typing: { readonly word: string; readonly label: string } | null;
  /** Whether a passkey is asked for after Confirm, for this very transaction. */
  readonly needsPasskey?: boolean;
  /** A day's wait instead of a passkey: Confirm then begins it, or does nothing before it is over. */
  readonly wait?: SpendWait;
  /** Whether the person may give the recipient a name, which only this device keeps. */
  readonly asksForName?: boolean;
}

/** The app's own words (protocol `view`); only the label is shown. */
export interface AppWords {
  readonly title: string;
  readonly description: string;
  /** The spec's name of the worst case; `Max Spend` except in the versioned dialog. */
  readonly spendLabel?: "Max Spend" | "Max SOL Required" | undefined;
}

/** The frame's screens. Each kind is one view; its presses are {@link Intent}s. */
export type Screen =
  | { readonly kind: "idle" }
  | { readonly kind: "loading"; readonly words: AppWords | null }
  | { readonly kind: "confirm"; readonly words: AppWords; readonly wallet: Address; readonly content: ConfirmContent }
  | { readonly kind: "signing"; readonly words: AppWords; readonly wallet: Address; readonly content: ConfirmContent }
  | { readonly kind: "refused"; readonly words: AppWords; readonly wallet: Address; readonly reason: string }
  /** The wait has begun; it may be confirmed from `readyAt` on, ms since 1970. */
  | { readonly kind: "waits"; readonly wallet: Address; readonly readyAt: number }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "recovery_offer";
      /** Whether a recovery kit brings it back. */
      readonly hasKit: boolean;
      /** Where a link would be mailed; null if mail can't bring the wallet back any more. */
      readonly email: string | null;
      /** Whether a passkey brings it back in this browser. */
      readonly hasPasskey: boolean;
      /** Whether another browser that has it can give it to this one. */
      readonly hasDevice: boolean;
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
      readonly hasKit: boolean;
      readonly email: string | null;
      readonly hasPasskey: boolean;
      readonly hasDevice: boolean;
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
      /** To be typed there; null until the person opens the request there. */
      readonly number: string | null;
      /** Milliseconds since 1970. */
      readonly expiresAt: number;
      /** The last poll's error; the next one may succeed. */
      readonly error: string | null;
    }
  /** The browser asks for a passkey, or did and got none: then `error` says why. */
  | {
      readonly kind: "touch";
      readonly wallet: Address;
      readonly purpose: TouchPurpose;
      readonly error: string | null;
      /** A passkey has answered, and its answer is being checked. */
      readonly isAnswered?: boolean;
    }
  /** `isOwn`: this device's share is of this address. */
  | { readonly kind: "receive"; readonly wallet: Address; readonly isOwn: boolean }
  /** The wallet's own page, in the frame. */
  | { readonly kind: "own_page"; readonly handedOver: ToFrame }
  | { readonly kind: "done"; readonly text: string };

/** Why a passkey is asked for: to unlock the wallet, for this very transaction, or to bring the wallet to this browser. */
export type TouchPurpose = "unlock" | "send" | "recover";

/** The person's action, from a trusted event; `arrived` comes from another page of this origin. */
export type Intent =
  /** `typed` is the content of the field that some confirmations have. */
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
  /** Ask another browser that has the wallet. */
  | { readonly kind: "ask_device" }
  /** The passkey is gone: recover the wallet in another way. */
  | { readonly kind: "other_way" }
  /** This browser's wait has begun, can be taken, or is over. */
  | { readonly kind: "look" }
  /** Stop this browser's wait. */
  | { readonly kind: "stop_waiting" }
  /** The page that the mailed link opened has brought the wallet here, or another browser has. */
  | { readonly kind: "arrived" };

/** The press on Confirm. */
export type Confirmation = Extract<Intent, { kind: "confirm" }>;

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
  own_page: ["cancel"],
  done: [],
};

/**
 * Whether this screen accepts the intent. It refuses a late press that was meant for the screen before, and a Confirm before the
 * chain has answered or without the required word.
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
  own_page: "waiting",
  done: "done",
};

/** The phase that the dialog around the frame is told: `signing` begins with the press on Confirm, and it may not close then. */
export const phaseOf = (screen: Screen): SignerPhase => phases[screen.kind];
