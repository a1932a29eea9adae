import type {
  Address,
  Base64,
  Lamports,
  MessageId,
  Mint,
  ShareRequest,
  Ticket,
  TokenId,
  TokenUnits,
  TradeMode,
  TransactionSignature,
  Uid,
} from "@tribe/contract";
import type { DialogHeights } from "@tribe/ui/dialog";
import type { CreationRequest, OpenTransaction } from "../transactions/open-transactions.ts";

/** What a dialog needs to know of a token. */
export interface DialogToken {
  readonly tokenId: TokenId;
  readonly mint: Mint;
  readonly creatorAddress: Address;
  readonly creatorUid: Uid;
  readonly name: string;
  readonly symbol: string;
  readonly pfp: string | null;
}

export type TradeDirection = "buy" | "sell";

/** One order as the trade dialog hands it to the transaction dialog. */
export interface TradeOrder {
  readonly direction: TradeDirection;
  readonly mode: TradeMode;
  readonly tokens: TokenUnits;
  /** Buys only. */
  readonly minTokens: TokenUnits | null;
  /** Buys only: the most to pay, all fees in. */
  readonly maxLamports: Lamports | null;
  /** Sells only: the least to receive after fees. */
  readonly minSol: Lamports | null;
  /** The text in the amount field, to come back to. */
  readonly amountText: string;
}

/** A transaction that waits for the wallet's signature. */
export interface PreparedTransaction {
  /** The compiled message: exactly the bytes to sign. */
  readonly message: Base64;
  /** Block height after which it can never land. */
  readonly lastValidBlockHeight: number;
  /** With a ticket the server confirms it (`onConfirm`), else this browser sends it. */
  readonly callbackTicket: Ticket | null;
}

/** What the server's confirm callback takes. */
export interface SignedForCallback {
  readonly message: Base64;
  readonly signature: TransactionSignature;
  readonly callbackTicket: Ticket;
}

/** One thing that can be done. */
export interface MenuItem {
  readonly key: string;
  readonly label: string;
  readonly isDanger: boolean;
  readonly run: () => void;
}

interface DialogWords {
  readonly title: string;
  readonly description: string;
}

/** A transaction dialog's props. */
export interface NewTransaction extends DialogWords {
  /** What the wallet must hold for it, fees in; null when only the fee counts. */
  readonly lamportsRequired: Lamports | null;
  /** Asked again when its answer is lost or the blockhash is not found. May throw ApiError or FailureError. */
  readonly prepareTransaction: () => Promise<PreparedTransaction | null>;
  /** Takes a transaction that has a callback ticket, the same one any number of times. May throw as above. */
  readonly onConfirm?: (signed: SignedForCallback) => Promise<unknown>;
  /** The chain has confirmed it; called once. What it makes stale is asked again without this. */
  readonly onSuccess?: (signature: TransactionSignature) => void;
  /** OK under an error, and Cancel in the wallet: back to where it was opened. Closes otherwise. */
  readonly onBack?: () => void;
  /** How high the dialog is with the wallet's box, where that has fewer lines than one of a trade. */
  readonly boxHeight?: DialogHeights;
}

/** A transaction of before a reload, or of a tab that is gone: the dialog shows its true end. */
export interface ResumedTransaction extends DialogWords {
  readonly resumed: OpenTransaction;
}

/** Somebody here who was chosen to be sent to. */
export interface SendPerson {
  readonly uid: Uid;
  readonly displayName: string;
  readonly handle: string | null;
  readonly pfp: string | null;
}

/** What a form for sending holds. */
export interface SendDraft {
  /** As typed, or the address of who was chosen. */
  readonly recipient: string;
  readonly person: SendPerson | null;
  /** Null for SOL. */
  readonly mint: Mint | null;
  readonly amount: string;
  readonly memo: string;
}

/** Every dialog of the app and the props it takes. The map from name to component is `app/dialogs/dialog-components.ts`. */
export interface DialogPropsByName {
  signIn: { title: string; description: string };
  walletSetup: { title: string; description: string };
  connectSocial: { title: string; description: string; canSkip: boolean };
  onboardingFund: { title: string; description: string; lamportsRequired: Lamports | null; canSkip: boolean };
  text: { title: string; isOnboarding: boolean };
  /** `firstBuy` as it is typed, in whole tokens. */
  createToken: { title: string; firstBuy: string };
  /** The creation from its preparation to its end. */
  createTokenTransaction: (DialogWords & { wish: CreationRequest }) | ResumedTransaction;
  tokenTrade: {
    token: DialogToken;
    direction: TradeDirection;
    amountText: string;
    inSol: boolean;
    /** It opens with the amount that brings a seat. */
    wantsEntry?: boolean;
    /** The preparation found a price beyond the slippage: the person is asked again. */
    priceMoved?: boolean;
  };
  /** A migrated token in its pool, and the conversion of tokens of before. */
  tokenSwap: {
    token: DialogToken;
    direction: TradeDirection;
    amountText: string;
    /** As in `tokenTrade`, as the next. */
    wantsEntry?: boolean;
    priceMoved?: boolean;
  };
  /** One trade on the curve, by its ticket. */
  tokenTradeV2Transaction:
    | (DialogWords & {
        token: DialogToken;
        order: TradeOrder;
        /** Whether an account for the token is made: the wallet says more of that. */
        isFirst?: boolean;
      })
    | ResumedTransaction;
  /** The legacy variant: the server's confirm callback, as for the conversion of old tokens. */
  tokenTradeTransaction: (NewTransaction & { token: DialogToken; direction: TradeDirection }) | ResumedTransaction;
  /** A swap of a migrated token, sent by this browser. */
  tokenSwapTransaction: (NewTransaction & { token: DialogToken; direction: TradeDirection }) | ResumedTransaction;
  /** Any transaction, with the label Max SOL Required. */
  versionedTransaction: NewTransaction | ResumedTransaction;
  /** Any transaction. */
  genericTransaction: NewTransaction | ResumedTransaction;
  /** Titled by its tab. The draft is what was typed before. */
  sendReceive: { tab: "send" | "receive"; draft?: SendDraft };
  editProfile: { title: string };
  deleteAccount: { title: string };
  shortcuts: { title: string };
  joinChat: { token: DialogToken };
  /** A picture of a Tribe or of an own message, to copy, save or post. `link` is where it leads, `text` what is said with it. */
  shareImage: { title: string; request: ShareRequest; text: string; link: string; fileName: string };
  chatMembers: { mint: Mint; title: string };
  /** Tribe settings, for its Chief. */
  chatManage: { mint: Mint };
  /** A look at oneself before going live. */
  goLive: { mint: Mint; name: string };
  /** Leaves a live; its Chief may end it for all. */
  chatLiveLeave: { mint: Mint; isChief: boolean };
  /** The holders as a file, for the Chief. */
  exportHolders: { mint: Mint };
  /** A Chief gives tokens away, or goes on with an airdrop that isn't finished. */
  createAirdrop: { mint: Mint };
  claimAirdrops: Record<never, never>;
  /** Titled 'Liked by'. */
  messageLikes: { mint: Mint; messageId: MessageId };
  reportMessage: { mint: Mint; messageId: MessageId; author: string };
  chatSearch: { mint: Mint; name: string };
  /** What can be done with something, as a sheet on a phone. */
  menu: {
    title: string;
    items: readonly MenuItem[];
    /** Of a message: gives a like (null) or an emoji. */
    onReact: ((emoji: string | null) => void) | null;
  };
  confirm: {
    title: string;
    description: string;
    confirmLabel: string;
    isDanger: boolean;
    onConfirm: () => void | Promise<void>;
    onSuccess: () => void;
  };
}

export type DialogName = keyof DialogPropsByName;
