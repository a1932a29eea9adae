import type { Address, SocialAccount } from "@tribe/contract";
import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/**
 * The words by which a person is found: of name and handle, case-insensitive. Punctuation that would join two words becomes a
 * space.
 */
export const searchedWords = (of: { readonly displayName: SQLWrapper; readonly twitter: SQLWrapper }): SQL =>
  sql`to_tsvector('simple', translate(coalesce(${of.displayName}, '') || ' ' || coalesce(${of.twitter} ->> 'handle', ''), '._-@/:', '      '))`;

/** The person behind an account. Name, handle and picture come from the connected social account. */
export const people = pgTable(
  "people",
  {
    uid: uidColumn("uid").primaryKey(),
    email: text("email").notNull().unique(),
    address: addressColumn("address").unique(),
    displayName: text("display_name"),
    pfp: text("pfp"),
    bio: text("bio").notNull().default(""),
    isNerfed: boolean("is_nerfed").notNull().default(false),
    twitter: jsonb("twitter").$type<SocialAccount>(),
    /** The id inside `twitter`, unique: one X account belongs to one person. */
    twitterId: text("twitter_id").unique(),
    farcaster: jsonb("farcaster").$type<SocialAccount>(),
    /** The id inside `farcaster`, unique as X's. */
    farcasterId: text("farcaster_id").unique(),
    /** Their picture there: shown when no X account is connected. */
    farcasterPfp: text("farcaster_pfp"),
    inviterAddress: text("inviter_address").$type<Address>(),
    /** Set by an operator: people whom this person invites count as an affiliate's. */
    isAffiliatePartner: boolean("is_affiliate_partner").notNull().default(false),
    isAffiliate: boolean("is_affiliate").notNull().default(false),
    isDiscount: boolean("is_discount").notNull().default(false),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    /** Until the first sign-in an inviter can be named. */
    signedInAt: timeColumn("signed_in_at"),
    /** When the account was deleted: everything else is then erased. */
    deletedAt: timeColumn("deleted_at"),
  },
  (table) => [
    index("people_inviter").on(table.inviterAddress),
    index("people_searched").using("gin", searchedWords(table)),
  ],
);

/**
 * A browser or tool before sign-in: its secret signs its calls. Encrypted and not hashed, because the HMAC needs the secret
 * itself.
 */
export const devices = pgTable(
  "devices",
  {
    id: text("id").primaryKey(),
    secret: bytesColumn("secret").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    /** When its secret last signed a call, to the day; null before the first. Unused devices are deleted. */
    usedAt: timeColumn("used_at"),
    /**
     * Who last signed in here. It proves nothing; it only keeps the rate limits for strangers' requests from blocking this
     * device.
     */
    signedInUid: uidColumn("signed_in_uid"),
  },
  (table) => [index("devices_created_at").on(table.createdAt)],
);

/** Mailed sign-in codes: one for each device and address, single use, few attempts. */
export const signInCodes = pgTable(
  "sign_in_codes",
  {
    deviceId: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** MAC of the address, so that the table does not reveal people who never signed in. */
    emailMac: text("email_mac").notNull(),
    codeMac: text("code_mac").notNull(),
    attempts: integer("attempts").notNull().default(0),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.emailMac] }),
    index("sign_in_codes_expires_at").on(table.expiresAt),
  ],
);

/** Accounts at an OpenID provider, by issuer and subject, which never change; an address can pass to somebody else. */
export const identities = pgTable(
  "identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    uid: uidColumn("uid")
      .notNull()
      .references(() => people.uid, { onDelete: "cascade" }),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index("identities_uid").on(table.uid)],
);

/** Sign-ins at an OpenID provider that have begun: each for one device and for one use. */
export const oidcStarts = pgTable(
  "oidc_starts",
  {
    /** SHA-256 of the `state` parameter. */
    stateHash: bytesColumn("state_hash").primaryKey(),
    deviceId: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** PKCE verifier and nonce, encrypted for this state and device. */
    secrets: bytesColumn("secrets").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("oidc_starts_expires_at").on(table.expiresAt)],
);

/** A proven provider account whose mailbox must still be proven, on the device that proved it. */
export const pendingLinks = pgTable(
  "pending_links",
  {
    deviceId: text("device_id")
      .primaryKey()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** The account and its address, encrypted for the device. */
    account: bytesColumn("account").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("pending_links_expires_at").on(table.expiresAt)],
);

/** A signed-in device. The access token and the cookie are stored as hashes, the HMAC secret encrypted. */
export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    uid: uidColumn("uid")
      .notNull()
      .references(() => people.uid, { onDelete: "cascade" }),
    deviceId: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    accessTokenHash: bytesColumn("access_token_hash").notNull(),
    cookieHash: bytesColumn("cookie_hash").notNull(),
    secret: bytesColumn("secret").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    rotatedAt: timeColumn("rotated_at").notNull().defaultNow(),
    /** When it last signed a call, to the quarter of an hour. */
    usedAt: timeColumn("used_at").notNull().defaultNow(),
    /** Browser and system, as it described itself; empty for older sessions. */
    device: text("device").notNull().default(""),
    /**
     * The network of the last sign-in or rotation, shortened so that it does not identify one household; empty for older
     * sessions.
     */
    network: text("network").notNull().default(""),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [
    index("sessions_uid").on(table.uid),
    index("sessions_device").on(table.deviceId),
    index("sessions_expires_at").on(table.expiresAt),
  ],
);

/**
 * Nonces of changing calls. A command stores its nonce in its own transaction, so that each is used once by its session or
 * device.
 */
export const requestNonces = pgTable(
  "request_nonces",
  {
    owner: text("owner").notNull(),
    nonce: text("nonce").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.nonce] }),
    index("request_nonces_expires_at").on(table.expiresAt),
  ],
);
