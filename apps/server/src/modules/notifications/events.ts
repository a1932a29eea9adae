import type { Mint, Uid } from "@tribe/contract";

/** Tokens that were sent to people of a Tribe, who can claim them now. */
export interface AirdropSent {
  readonly taskId: string;
  /** The Tribe whose Chief sent them. */
  readonly mint: Mint;
  readonly symbol: string;
  readonly decimals: number;
  /** Amounts are base units of the token, as decimal strings. */
  readonly recipients: readonly { readonly uid: Uid; readonly amount: string }[];
}

declare module "../../engines/bus/port.ts" {
  interface BusEvents {
    /** These people's notifications changed: how many are unread is asked for again. */
    "notices.changed": { readonly uids: readonly Uid[] };
    "airdrop.sent": AirdropSent;
    /** An operator tells everybody something. */
    "system.announced": { readonly id: string; readonly text: string; readonly route: string };
  }
}
