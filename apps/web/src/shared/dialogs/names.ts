import type { Address, Lamports, Mint, TokenId, TokenUnits, TradeMode, Uid } from "@tribe/contract";

/** What a dialog needs to know of a token (spec section 3, "Dialog token input"). */
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
  readonly maxSol: Lamports | null;
  /** Sells only: the least to receive after fees. */
  readonly minSol: Lamports | null;
  /** The text in the amount field, to come back to. */
  readonly amountText: string;
}

/** Every dialog of the app and the props it takes. The map from name to component is `app/dialog-components.ts`. */
export interface DialogPropsByName {
  signIn: { title: string; description: string };
  walletSetup: { title: string; description: string };
  connectSocial: { title: string; description: string; mode: "connect" | "manage"; canSkip: boolean };
  onboardingFund: { title: string; description: string; lamportsRequired: Lamports | null; canSkip: boolean };
  text: { title: string; isOnboarding: boolean };
  createToken: { title: string; firstBuy: string };
  tokenTrade: { token: DialogToken; direction: TradeDirection; amountText: string; inSol: boolean };
  tokenTradeTransaction: {
    title: string;
    description: string;
    token: DialogToken;
    /** Null when an open ticket of before a reload is picked up. */
    order: TradeOrder | null;
  };
  joinChat: { token: DialogToken };
  chatMembers: { mint: Mint; title: string };
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
