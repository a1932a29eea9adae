import type { Base64 } from "@tribe/contract";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** The wallet that an account has, from its first confirmed sharing on: until its person moves to another one. */
export const wallets = pgTable("wallets", {
  uid: uidColumn("uid").primaryKey(),
  address: addressColumn("address").notNull().unique(),
  recovery: text("recovery", { enum: ["mail_code", "passkey", "password"] }).notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});

/** One sharing of a key: the server's share, and the recovery share while mail codes may unlock it. */
export const walletSharings = pgTable(
  "wallet_sharings",
  {
    uid: uidColumn("uid").notNull(),
    /** SPKI in base64, as the device sends it. */
    devicePublicKey: text("device_public_key").$type<Base64>().notNull(),
    version: integer("version").notNull(),
    state: text("state", { enum: ["pending", "active"] }).notNull(),
    address: addressColumn("address").notNull(),
    serverShare: bytesColumn("server_share").notNull(),
    recoveryShare: bytesColumn("recovery_share"),
    /** Says that the address itself signed for this device; null in rows of before, which were confirmed then. */
    mac: text("mac"),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.devicePublicKey, table.version] })],
);

/** What a device or a passkey signed to prove itself (`challenges.ts`): it is taken once, and remembered until it is over. */
export const walletChallenges = pgTable(
  "wallet_challenges",
  {
    challenge: text("challenge").primaryKey(),
    uid: uidColumn("uid").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("wallet_challenges_expires_at").on(table.expiresAt)],
);

/**
 * Who can recover a wallet and which devices have it, under a MAC (`record.ts`): nothing of it is believed without. One row
 * for each wallet.
 */
export const walletRecords = pgTable("wallet_records", {
  uid: uidColumn("uid").primaryKey(),
  /** JSON, exactly as it was signed. */
  body: text("body").notNull(),
  mac: text("mac").notNull(),
});

/**
 * What a passkey opens: a sharing of its own, one half for the server, the other under the passkey's PRF. Which of them count
 * says the wallet's record alone.
 */
export const walletPasskeys = pgTable(
  "wallet_passkeys",
  {
    uid: uidColumn("uid").notNull(),
    /** The credential's id, base64url. */
    id: text("id").notNull(),
    publicKey: text("public_key").$type<Base64>().notNull(),
    name: text("name").notNull(),
    address: addressColumn("address").notNull(),
    serverShare: bytesColumn("server_share").notNull(),
    /** Sealed by the signer under the PRF, and once more by us. */
    sealedShare: bytesColumn("sealed_share").notNull(),
    /** Says that the address itself signed for this passkey. */
    mac: text("mac").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.id] })],
);

/**
 * Moves of accounts to other wallets, by the wallet of before, which is nobody's any more from then on. Until one is confirmed its row
 * has the new wallet's sharing; and until nothing is left at the wallet of before, its key, which the new one's own seed opens.
 */
export const walletMoves = pgTable(
  "wallet_moves",
  {
    from: addressColumn("from_address").primaryKey(),
    uid: uidColumn("uid").notNull(),
    to: addressColumn("to_address").notNull(),
    /** Of the browser that moves, and the version of its sharing there. */
    devicePublicKey: text("device_public_key").$type<Base64>().notNull(),
    version: integer("version").notNull(),
    /** Sealed as in a sharing; null once they stand there. */
    serverShare: bytesColumn("server_share"),
    recoveryShare: bytesColumn("recovery_share"),
    /** The seed of before, sealed by the signer under the new one's, and once more by us; null once it is forgotten. */
    sealedKey: bytesColumn("sealed_key"),
    /** Says that the new wallet itself signed for this device. */
    mac: text("mac").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("wallet_moves_uid").on(table.uid)],
);

/** Recoveries by mailed link that have begun, each for one device. Under a MAC, too. */
export const walletRecoveries = pgTable(
  "wallet_recoveries",
  {
    id: text("id").primaryKey(),
    uid: uidColumn("uid").notNull(),
    sessionId: text("session_id").notNull(),
    deviceId: text("device_id").notNull(),
    devicePublicKey: text("device_public_key").$type<Base64>().notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
    mac: text("mac").notNull(),
    /** MAC of the link's token; null until the mail is written. */
    tokenMac: text("token_mac"),
  },
  (table) => [index("wallet_recoveries_expires_at").on(table.expiresAt)],
);

/**
 * The request of a browser that another one is to give the wallet to; one of a wallet at a time. What was asked stands under a MAC.
 * What the two say to each other is handed on, and proves itself to them.
 */
export const walletApprovals = pgTable(
  "wallet_approvals",
  {
    uid: uidColumn("uid").primaryKey(),
    id: text("id").notNull(),
    sessionId: text("session_id").notNull(),
    deviceId: text("device_id").notNull(),
    devicePublicKey: text("device_public_key").$type<Base64>().notNull(),
    agreementKey: text("agreement_key").$type<Base64>().notNull(),
    commitment: text("commitment").$type<Base64>().notNull(),
    /** The browser and its network, in our words. */
    device: text("device").notNull(),
    network: text("network").notNull(),
    askedAt: timeColumn("asked_at").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
    mac: text("mac").notNull(),
    /** Of the browser that looks at it. */
    approverPublicKey: text("approver_public_key").$type<Base64>(),
    approverNonce: text("approver_nonce").$type<Base64>(),
    /** What the commitment was made of. */
    nonce: text("nonce").$type<Base64>(),
    /** The sharing that was stored for it, and its half: sealed by the signer to the browser that asked, and once more by us. */
    version: integer("version"),
    sealedShare: bytesColumn("sealed_share"),
    isRefused: boolean("is_refused").notNull().default(false),
  },
  (table) => [index("wallet_approvals_expires_at").on(table.expiresAt)],
);

/** The mailed codes of before links took their place. Nothing is written here any more. */
export const recoveryCodes = pgTable("wallet_recovery_codes", {
  uid: uidColumn("uid").primaryKey(),
  codeMac: text("code_mac").notNull(),
  attempts: integer("attempts").notNull().default(0),
  expiresAt: timeColumn("expires_at").notNull(),
});
