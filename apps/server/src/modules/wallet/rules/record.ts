import type { Address, Base64, SendWaitInfo, Uid } from "@tribe/contract";
import type { OutflowBook, Outgoing } from "@tribe/domain/outflow";

/** When a way of recovery can be used, in ms since 1970: from `from` on, and until `until` if its removal was requested. */
export interface WayTimes {
  readonly addedAt: number;
  readonly from: number;
  /** When it was last seen to decrypt what is stored for it. */
  readonly triedAt: number | null;
  readonly until?: number;
}

/** A passkey with a sharing of its own (`wallet_passkeys`). */
export interface PasskeyWay extends WayTimes {
  readonly kind: "passkey";
  /** The credential's id, base64url. */
  readonly id: string;
  /** SPKI. */
  readonly publicKey: Base64;
  /** The name that its owner gave it. */
  readonly name: string;
}

/** A way to recover a wallet other than the mailed link. It is part of the wallet's record, under the record's MAC. */
export type RecoveryWay = PasskeyWay;

/** An {@link OutflowBook} as the wallet's record has it: JSON knows no bigint. */
export interface StoredOutflowBook extends Omit<OutflowBook, "outgoing"> {
  readonly outgoing: readonly (Omit<Outgoing, "lamports" | "bought"> & {
    readonly lamports: string;
    readonly bought: { readonly mint: Address; readonly units: string } | null;
  })[];
}

/** Who can recover a wallet: nothing else says so. Only the process with the wallets' keys can write one. */
export interface WalletRecord {
  readonly format: 1;
  readonly uid: Uid;
  /** Counts the changes; the newest version is also kept outside of the database. */
  readonly version: number;
  readonly address: Address;
  /**
   * The address that recovery mails go to, even if the account's address changes, until `emailChange` is in force
   * (`recoveryEmailOf`).
   */
  readonly recoveryEmail: string;
  readonly emailChange?: EmailChange;
  /** Public keys (SPKI) of the devices that have a share. */
  readonly devices: readonly Base64[];
  /** Absent when the mailed link is the only way. */
  readonly ways?: readonly RecoveryWay[];
  /** When two tested ways replaced the mailed link for good, ms since 1970. */
  readonly mailEndedAt?: number;
  /**
   * In which browser of the account (its `deviceId`) each key was last used: who ends that browser's session ends the key with
   * it. Keys that were not used since this field exists are missing.
   */
  readonly browsers?: Readonly<Record<string, string>>;
  /** When each key was last used, in ms since 1970, accurate to a day (`activity.ts`). */
  readonly activeAt?: Readonly<Record<string, number>>;
  /**
   * Devices that got the wallet at once by a mailed link and have not confirmed it yet, the newest last. The owner was notified
   * of them.
   */
  readonly given?: readonly Base64[];
  /** Browsers that have opened a mailed link and wait for the wallet. */
  readonly recoveries?: readonly RecoveryWait[];
  /** Waits for the key. They are under the MAC like all else, so that nobody can shorten one in the database. */
  readonly waits?: readonly KeyWait[];
  /** Outflows beyond the allowance, which wait. */
  readonly sends?: readonly SendWaitInfo[];
  /** What has left lately, and to whom; absent before the first time. */
  readonly outflow?: StoredOutflowBook;
  /** The newest recovery kit that was tested. */
  readonly kit?: { readonly number: string; readonly triedAt: number };
  /**
   * The newest move to this wallet, in ms since 1970. Until it is finished, and from then on until `keptUntil`, `wallet_moves` has
   * the former wallet's key.
   */
  readonly move?: {
    readonly from: Address;
    readonly at: number;
    readonly isFinished: boolean;
    readonly keptUntil?: number;
  };
}

/** A requested change of the recovery address; times in ms since 1970. */
export interface EmailChange {
  readonly id: string;
  readonly email: string;
  readonly askedAt: number;
  /** When it takes effect; null until the link that was mailed to the new address was opened. */
  readonly from: number | null;
  /** The device that requested it. */
  readonly devicePublicKey: Base64;
}

/** A requested export of the key, or move to another wallet; times in ms since 1970. */
export interface KeyWait {
  readonly id: string;
  readonly kind: "kit" | "export" | "move";
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
}

/** A browser that has opened a mailed link and waits for the wallet; times in ms since 1970. */
export interface RecoveryWait {
  readonly id: string;
  readonly askedAt: number;
  readonly readyAt: number;
  readonly expiresAt: number;
  readonly devicePublicKey: Base64;
  /** The session that asked: no other one gets the wallet. */
  readonly sessionId: string;
  readonly deviceId: string;
  /** The address that got the link. When mails go to another one, the wait is void. */
  readonly sentTo: string;
  /** Browser and network, as the server describes them. */
  readonly place: { readonly device: string; readonly network: string };
}
