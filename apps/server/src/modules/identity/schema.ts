import type { Address, SocialAccount } from "@tribe/contract";
import { boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { addressColumn, bytesColumn, timeColumn, uidColumn } from "../../db/columns.ts";

/** better-auth's own tables, under names that say whose they are. Only `auth.ts` touches them. */
export const authUsers = pgTable("auth_users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
  updatedAt: timeColumn("updated_at").notNull().defaultNow(),
});

export const authSessions = pgTable("auth_sessions", {
  id: text("id").primaryKey(),
  token: text("token").notNull().unique(),
  userId: text("user_id")
    .notNull()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  expiresAt: timeColumn("expires_at").notNull(),
  ipAddress: text("ip_address"),
  userAgent: text("user_agent"),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
  updatedAt: timeColumn("updated_at").notNull().defaultNow(),
});

export const authAccounts = pgTable("auth_accounts", {
  id: text("id").primaryKey(),
  accountId: text("account_id").notNull(),
  providerId: text("provider_id").notNull(),
  userId: text("user_id")
    .notNull()
    .references(() => authUsers.id, { onDelete: "cascade" }),
  accessToken: text("access_token"),
  refreshToken: text("refresh_token"),
  idToken: text("id_token"),
  accessTokenExpiresAt: timeColumn("access_token_expires_at"),
  refreshTokenExpiresAt: timeColumn("refresh_token_expires_at"),
  scope: text("scope"),
  password: text("password"),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
  updatedAt: timeColumn("updated_at").notNull().defaultNow(),
});

export const authVerifications = pgTable(
  "auth_verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: timeColumn("expires_at").notNull(),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    updatedAt: timeColumn("updated_at").notNull().defaultNow(),
  },
  (table) => [index("auth_verifications_identifier").on(table.identifier)],
);

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
    inviterAddress: text("inviter_address").$type<Address>(),
    /** Set by an operator: whom this person invites counts as affiliate. */
    isAffiliatePartner: boolean("is_affiliate_partner").notNull().default(false),
    isAffiliate: boolean("is_affiliate").notNull().default(false),
    isDiscount: boolean("is_discount").notNull().default(false),
    createdAt: timeColumn("created_at").notNull().defaultNow(),
    /** Until the first sign-in an inviter can be named. */
    signedInAt: timeColumn("signed_in_at"),
  },
  (table) => [index("people_inviter").on(table.inviterAddress)],
);

/** A browser or tool before sign-in: its secret signs its calls. Sealed, because the HMAC needs it in clear. */
export const devices = pgTable("devices", {
  id: text("id").primaryKey(),
  secret: bytesColumn("secret").notNull(),
  createdAt: timeColumn("created_at").notNull().defaultNow(),
});

/** A signed-in device. The access token and the cookie are stored as hashes, the HMAC secret sealed. */
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
    expiresAt: timeColumn("expires_at").notNull(),
  },
  (table) => [index("sessions_uid").on(table.uid), index("sessions_expires_at").on(table.expiresAt)],
);

/** Nonces of changing calls, each taken once by its session (or device), in the command's own transaction. */
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
