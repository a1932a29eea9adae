import type { Mint, Ticket, Uid } from "@tribe/contract";
import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "../../../db/client.ts";
import { messageReactions, messageReports, messages, readCursors } from "../../chat/schema.ts";
import { cardOrders } from "../../fund/schema.ts";
import { identities, people, sessions } from "../../identity/schema.ts";
import { uploads } from "../../media/schema.ts";
import { seats } from "../../membership/schema.ts";
import { notificationSettings, seatAlarms } from "../../notifications/schema.ts";
import { tickets } from "../../transactions/schema.ts";
import { walletSharings, wallets } from "../../wallet/schema.ts";
import { blocks } from "../schema.ts";

// What an export holds of each table: no codes, hashes, encrypted values or shares.

/** A person's row; null when there is none. */
export const exportedProfile = async (db: Database, uid: Uid) => {
  const [person] = await db.select().from(people).where(eq(people.uid, uid));
  return person ?? null;
};

/** A person's accounts at other providers, by which they sign in. */
export const exportedSignIns = (db: Database, uid: Uid) => db.select().from(identities).where(eq(identities.uid, uid));

/** A person's sessions. */
export const exportedSessions = (db: Database, uid: Uid) =>
  db
    .select({
      id: sessions.id,
      device: sessions.device,
      network: sessions.network,
      signedInAt: sessions.createdAt,
      usedAt: sessions.usedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.uid, uid));

/** A person's wallet. */
export const exportedWallet = (db: Database, uid: Uid) =>
  db
    .select({ address: wallets.address, recovery: wallets.recovery, createdAt: wallets.createdAt })
    .from(wallets)
    .where(eq(wallets.uid, uid));

/** The browsers that have a share of a person's wallet. */
export const exportedWalletDevices = (db: Database, uid: Uid) =>
  db
    .select({
      publicKey: walletSharings.devicePublicKey,
      version: walletSharings.version,
      state: walletSharings.state,
      createdAt: walletSharings.createdAt,
    })
    .from(walletSharings)
    .where(eq(walletSharings.uid, uid));

/** A person's seats, lost ones too. */
export const exportedSeats = (db: Database, uid: Uid) => db.select().from(seats).where(eq(seats.uid, uid));

/** The chats in which a person had a seat. */
export const chatsWithSeat = (db: Database, uid: Uid) =>
  db.select({ mint: seats.mint }).from(seats).where(eq(seats.uid, uid));

/** The chats that a person has read. */
export const chatsRead = (db: Database, uid: Uid) =>
  db.select({ mint: readCursors.mint }).from(readCursors).where(eq(readCursors.uid, uid));

/** A person's messages in a chat after a number, in the order of writing. Deleted ones have no text. */
export const exportedMessages = (db: Database, mint: Mint, uid: Uid, after: number, limit: number) =>
  db
    .select({
      mint: messages.mint,
      number: messages.number,
      id: messages.id,
      text: messages.text,
      attachments: messages.attachments,
      sentAt: messages.sentAt,
      editedAt: messages.editedAt,
      deletedAt: messages.deletedAt,
    })
    .from(messages)
    .where(and(eq(messages.mint, mint), eq(messages.authorUid, uid), gt(messages.number, after)))
    .orderBy(asc(messages.number))
    .limit(limit);

/** A person's reactions. */
export const exportedReactions = (db: Database, uid: Uid) =>
  db.select().from(messageReactions).where(eq(messageReactions.uid, uid));

/** A person's reports of messages. */
export const exportedReports = (db: Database, uid: Uid) =>
  db
    .select({
      mint: messageReports.mint,
      number: messageReports.number,
      reason: messageReports.reason,
      note: messageReports.note,
      reportedAt: messageReports.reportedAt,
    })
    .from(messageReports)
    .where(eq(messageReports.reporterUid, uid));

/** A person's files. */
export const exportedFiles = (db: Database, uid: Uid) => db.select().from(uploads).where(eq(uploads.uid, uid));

/** A person's transactions after a ticket (null: from the first), in the tickets' order. */
export const exportedTransactions = (db: Database, uid: Uid, after: Ticket | null, limit: number) =>
  db
    .select({
      ticket: tickets.ticket,
      kind: tickets.kind,
      mint: tickets.mint,
      state: tickets.state,
      signature: tickets.signature,
      request: tickets.request,
      createdAt: tickets.createdAt,
      changedAt: tickets.changedAt,
    })
    .from(tickets)
    .where(and(eq(tickets.uid, uid), after === null ? undefined : gt(tickets.ticket, after)))
    .orderBy(asc(tickets.ticket))
    .limit(limit);

/** A person's orders by card. */
export const exportedCardOrders = (db: Database, uid: Uid) =>
  db.select().from(cardOrders).where(eq(cardOrders.uid, uid));

/** The notification settings that a person has changed. */
export const exportedNotificationSettings = (db: Database, uid: Uid) =>
  db
    .select({ chosen: notificationSettings.chosen, changedAt: notificationSettings.changedAt })
    .from(notificationSettings)
    .where(eq(notificationSettings.uid, uid));

/** What a person wants to be told of a Tribe's seat and price. */
export const exportedAlarms = (db: Database, uid: Uid) =>
  db
    .select({
      mint: seatAlarms.mint,
      spare: seatAlarms.spare,
      priceAbove: seatAlarms.priceAbove,
      priceBelow: seatAlarms.priceBelow,
      changedAt: seatAlarms.changedAt,
    })
    .from(seatAlarms)
    .where(eq(seatAlarms.uid, uid));

/** Whom a person has blocked. */
export const exportedBlocks = (db: Database, uid: Uid) =>
  db.select({ uid: blocks.blockedUid, blockedAt: blocks.blockedAt }).from(blocks).where(eq(blocks.uid, uid));
