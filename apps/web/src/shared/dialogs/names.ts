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

/** The facts about a token that dialogs need. */
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

/** One order, passed from the trade dialog to the transaction dialog. */
export interface TradeOrder {
  readonly direction: TradeDirection;
  readonly mode: TradeMode;
  readonly tokens: TokenUnits;
  /** Buys only. */
  readonly minTokens: TokenUnits | null;
  /** Buys only: the most to pay, fees included. */
  readonly maxLamports: Lamports | null;
  /** Sells only: the least to receive after fees. */
  readonly minSol: Lamports | null;
  /** The text in the amount field, for returning to it. */
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

/** The body of the server's confirm callback. */
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

/** @param again `keepsAccount`: leave token accounts open, because one could not be closed. May throw ApiError or FailureError */
export type PrepareTransaction = (again: { readonly keepsAccount: boolean }) => Promise<PreparedTransaction | null>;

/** A transaction dialog's props. */
export interface NewTransaction extends DialogWords {
  /** Lamports that the wallet must hold for it, fees included; null when only the fee counts. */
  readonly lamportsRequired: Lamports | null;
  /** Called again when the answer is lost, the blockhash is not found, or a token account could not be closed. */
  readonly prepareTransaction: PrepareTransaction;
  /** Submits a transaction with a callback ticket; may be called repeatedly with the same one. May throw as above. */
  readonly onConfirm?: (signed: SignedForCallback) => Promise<unknown>;
  /** Called once when the chain has confirmed it. Stale queries are refetched without this. */
  readonly onSuccess?: (signature: TransactionSignature) => void;
  /** For OK under an error, and Cancel in the wallet: returns to where it was opened. The dialog closes by default. */
  readonly onBack?: () => void;
  /** For a trade whose price has moved too far: orders the same once more, at the price of then. */
  readonly onAgain?: () => void;
  /** The dialog's height with the wallet's box, if that has other lines than a buy's on the curve. */
  readonly boxHeight?: DialogHeights;
}

/** A transaction from before a reload, or from a closed tab: the dialog shows its actual result. */
export interface ResumedTransaction extends DialogWords {
  readonly resumed: OpenTransaction;
}

/** A person on Tribe who was chosen as the recipient. */
export interface SendPerson {
  readonly uid: Uid;
  readonly displayName: string;
  readonly handle: string | null;
  readonly pfp: string | null;
}

/** The contents of the form for sending. */
export interface SendDraft {
  /** As typed, or the address of the chosen person. */
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
  /** The creation from its preparation to its result. */
  createTokenTransaction: (DialogWords & { wish: CreationRequest }) | ResumedTransaction;
  tokenTrade: {
    token: DialogToken;
    direction: TradeDirection;
    amountText: string;
    inSol: boolean;
    /** Opens with the amount that is needed for a seat. */
    wantsEntry?: boolean;
    /** That amount is to last: base units to spare at least. */
    wantsSpare?: bigint | null;
    /** The preparation found a price beyond the slippage: the person must confirm again. */
    priceMoved?: boolean;
    /** Next was pressed before what it takes was there: the wallet follows by itself. */
    isPressed?: boolean;
  };
  /** A migrated token in its pool, and the conversion of old tokens. */
  tokenSwap: {
    token: DialogToken;
    direction: TradeDirection;
    amountText: string;
    /** As in `tokenTrade`, also the next ones. */
    wantsEntry?: boolean;
    wantsSpare?: bigint | null;
    priceMoved?: boolean;
    isPressed?: boolean;
  };
  /** One trade on the curve, by its ticket. */
  tokenTradeV2Transaction:
    | (DialogWords & {
        token: DialogToken;
        order: TradeOrder;
        /** Whether a token account is created: the wallet then shows more lines. */
        isFirst?: boolean;
        /** Whether the token account is closed afterwards: the wallet then shows a line more. */
        closesAccount?: boolean;
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
  /** Titled by its tab. The draft is the earlier input. */
  sendReceive: { tab: "send" | "receive"; draft?: SendDraft };
  editProfile: { title: string };
  deleteAccount: { title: string };
  shortcuts: { title: string };
  joinChat: { token: DialogToken };
  /** A picture of a Tribe or of an own message, to copy, save or post. `link` is its link, `text` the accompanying text. */
  shareImage: { title: string; request: ShareRequest; text: string; link: string; fileName: string };
  /** When to be told of a seat and a price. */
  seatAlarms: { mint: Mint };
  chatMembers: { mint: Mint; title: string };
  /** Tribe settings, for its Chief. */
  chatManage: { mint: Mint };
  /** A preview of one's own camera before going live. */
  goLive: { mint: Mint; name: string };
  /** Leaves a live; its Chief may end it for everybody. */
  chatLiveLeave: { mint: Mint; isChief: boolean };
  /** The holders as a file, for the Chief. */
  exportHolders: { mint: Mint };
  /** Gives tokens away as the Chief, or continues an unfinished airdrop. */
  createAirdrop: { mint: Mint };
  claimAirdrops: Record<never, never>;
  /** Titled 'Liked by'. */
  messageLikes: { mint: Mint; messageId: MessageId };
  reportMessage: { mint: Mint; messageId: MessageId; author: string };
  chatSearch: { mint: Mint; name: string };
  /** Media, files and links of a chat. */
  chatShared: { mint: Mint };
  /** A menu of actions, shown as a sheet on a phone. */
  menu: {
    title: string;
    items: readonly MenuItem[];
    /** For a message: called with a like (null) or an emoji. */
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
