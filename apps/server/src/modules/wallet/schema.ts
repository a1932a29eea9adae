import type { Base64 } from "@tribe/contract";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** The wallet of an account, from its first confirmed sharing on, until its person moves to another one. */
export const wallets = pgTable("wallets", {
  uid: uidColumn("uid").primaryKey(),
  address: addressColumn("address").notNull().unique(),
  recovery: text("recovery", { enum: ["mail_code", "passkey", "password"] }).notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});

/** One sharing of a key: the server's share, and the recovery share while mail recovery is possible. */
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
    /** MAC: the address's own key signed for this device. Null in older rows, which were confirmed at that time. */
    mac: text("mac"),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.devicePublicKey, table.version] })],
);

/**
 * Challenges that a device or a passkey has signed (`challenges.ts`): each is used up once, and remembered until it has expired.
 */
export const walletChallenges = pgTable(
  "wallet_challenges",
  {
    challenge: text("challenge").primaryKey(),
    uid: uidColumn("uid").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("wallet_challenges_expires_at").on(table.expiresAt)],
);

/** Who can recover a wallet and which devices have it, one row for each wallet. Trusted only with its MAC (`record.ts`). */
export const walletRecords = pgTable("wallet_records", {
  uid: uidColumn("uid").primaryKey(),
  /** JSON, exactly as the MAC covers it. */
  body: text("body").notNull(),
  mac: text("mac").notNull(),
});

/**
 * Sharings for passkeys: one half for the server, the other encrypted under the passkey's PRF. Which of them are in force is said
 * by the wallet's record alone.
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
    /** Encrypted by the signer under the PRF, and once more by the server. */
    sealedShare: bytesColumn("sealed_share").notNull(),
    /** MAC: the address's own key signed for this passkey. */
    mac: text("mac").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.id] })],
);

/**
 * Moves of accounts to other wallets, by the former wallet's address, which no account can use from then on. Until a move is
 * confirmed its row has the new wallet's sharing; until nothing is left in the former wallet, also its key, encrypted under the
 * new one's seed.
 */
export const walletMoves = pgTable(
  "wallet_moves",
  {
    from: addressColumn("from_address").primaryKey(),
    uid: uidColumn("uid").notNull(),
    to: addressColumn("to_address").notNull(),
    /** Of the browser that moves, with the version of its sharing. */
    devicePublicKey: text("device_public_key").$type<Base64>().notNull(),
    version: integer("version").notNull(),
    /** Encrypted as in a sharing; null once they are stored as one. */
    serverShare: bytesColumn("server_share"),
    recoveryShare: bytesColumn("recovery_share"),
    /**
     * The former wallet's seed, encrypted by the signer under the new one's, and once more by the server; null once it was
     * deleted.
     */
    sealedKey: bytesColumn("sealed_key"),
    /** MAC: the new wallet's key signed for this device. */
    mac: text("mac").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [index("wallet_moves_uid").on(table.uid)],
);

/** Pending recoveries by mailed link, each for one device, with a MAC. */
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
    /** MAC of the link's token; null until the mail is sent. */
    tokenMac: text("token_mac"),
  },
  (table) => [index("wallet_recoveries_expires_at").on(table.expiresAt)],
);

/**
 * A browser's request that another one gives it the wallet, one at a time for each wallet, with a MAC over what was requested.
 * The server only passes on what the two browsers say to each other; they prove it to each other.
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
    /** Browser and network, as the server describes them. */
    device: text("device").notNull(),
    network: text("network").notNull(),
    askedAt: timeColumn("asked_at").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
    mac: text("mac").notNull(),
    /** Of the browser that answers it. */
    approverPublicKey: text("approver_public_key").$type<Base64>(),
    approverNonce: text("approver_nonce").$type<Base64>(),
    /** The values behind the commitment. */
    nonce: text("nonce").$type<Base64>(),
    /**
     * The sharing that was stored for it, and its half: encrypted by the signer for the browser that asked, and once more by the
     * server.
     */
    version: integer("version"),
    sealedShare: bytesColumn("sealed_share"),
    isRefused: boolean("is_refused").notNull().default(false),
  },
  (table) => [index("wallet_approvals_expires_at").on(table.expiresAt)],
);

/** Recovery codes, which mailed links have replaced. Nothing is written here any more. */
export const recoveryCodes = pgTable("wallet_recovery_codes", {
  uid: uidColumn("uid").primaryKey(),
  codeMac: text("code_mac").notNull(),
  attempts: integer("attempts").notNull().default(0),
  expiresAt: timeColumn("expires_at").notNull(),
});
