import type { Mint, NotificationSettings, Uid } from "@tribe/contract";

/** A possible recipient, with what the rules need to know. */
export interface Receiver {
  readonly uid: Uid;
  readonly settings: NotificationSettings;
  /** At least one browser gets pushes. */
  readonly hasPush: boolean;
}

/** Somebody who may read a Tribe's chat. */
export interface ChatReceiver extends Receiver {
  readonly mint: Mint;
  readonly isChief: boolean;
  /** The people whom they have blocked: nothing that these write or do is reported. */
  readonly blocked: ReadonlySet<Uid>;
  /** One of their pages shows this chat now. */
  readonly isVisible: boolean;
}

/** A receiver of an airdrop, with what they got. */
export interface FanOutReceiver extends Receiver {
  /** Absent when the notice is not about an airdrop. */
  readonly gift?: {
    readonly mint: Mint;
    readonly symbol: string | null;
    readonly decimals: number;
    /** Base units, as a decimal string. */
    readonly amount: string;
  };
}
