import { ApiError, type Mint, type Ticket, type Uid } from "@tribe/contract";
import { and, asc, eq, gt } from "drizzle-orm";
import type { AppContext } from "../../context/context.ts";
import type { Database } from "../../db/client.ts";
import { messageReactions, messageReports, messages, readCursors } from "../chat/schema.ts";
import { cardOrders } from "../fund/schema.ts";
import { identities, people, sessions } from "../identity/schema.ts";
import { uploads } from "../media/schema.ts";
import { seats } from "../membership/schema.ts";
import { notificationSettings } from "../notifications/schema.ts";
import { tickets } from "../transactions/schema.ts";
import { walletSharings, wallets } from "../wallet/schema.ts";
import type { ExportSection } from "./export-text.ts";
import { blocks } from "./schema.ts";

const pageSize = 500;

/** Reads a list page by page, each page after the last row of the one before. */
async function* paged<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | null = null;
  do {
    const rows: Row[] = await read(last);
    yield* rows;
    last = rows.length === pageSize ? (rows.at(-1) ?? null) : null;
  } while (last);
}

/** Tribes in which a person may have written: where they had a seat, which they created, or which they have read. */
const chatsOf = async ({ db, ports }: Pick<AppContext, "db" | "ports">, uid: Uid): Promise<readonly Mint[]> => {
  const [sat, read, own] = await Promise.all([
    db.select({ mint: seats.mint }).from(seats).where(eq(seats.uid, uid)),
    db.select({ mint: readCursors.mint }).from(readCursors).where(eq(readCursors.uid, uid)),
    ports.tokens.tokensOf(db, uid),
  ]);
  return [...new Set([...sat, ...read, ...own].map(({ mint }) => mint))].sort();
};

/** A person's messages, chat by chat in the order of writing. Deleted ones are listed without their text. */
async function* messagesOf(db: Database, mints: readonly Mint[], uid: Uid) {
  for (const mint of mints)
    yield* paged((after: { number: number } | null) =>
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
        .where(and(eq(messages.mint, mint), eq(messages.authorUid, uid), gt(messages.number, after?.number ?? 0)))
        .orderBy(asc(messages.number))
        .limit(pageSize),
    );
}

async function* each<Row>(read: () => Promise<readonly Row[]>): AsyncGenerator<Row> {
  yield* await read();
}

/**
 * All that is stored about a person, table by table, without secrets: no codes, hashes, encrypted values or shares. What is on
 * chain is public. @throws ApiError `unauthorized`
 */
export const personalData = async (
  ctx: Pick<AppContext, "db" | "ports" | "now">,
  uid: Uid,
): Promise<ExportSection[]> => {
  const { db } = ctx;
  const [person] = await db.select().from(people).where(eq(people.uid, uid));
  if (!person) throw new ApiError("unauthorized");
  const mints = await chatsOf(ctx, uid);
  const rows = (name: string, content: AsyncIterable<unknown>): ExportSection => ({ name, content: { rows: content } });
  const all = <Row>(name: string, read: () => Promise<readonly Row[]>) => rows(name, each(read));
  return [
    { name: "exportedAt", content: { value: new Date(ctx.now()) } },
    { name: "profile", content: { value: person } },
    all("signIns", () => db.select().from(identities).where(eq(identities.uid, uid))),
    all("sessions", () =>
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
        .where(eq(sessions.uid, uid)),
    ),
    all("wallet", () =>
      db
        .select({ address: wallets.address, recovery: wallets.recovery, createdAt: wallets.createdAt })
        .from(wallets)
        .where(eq(wallets.uid, uid)),
    ),
    all("walletDevices", () =>
      db
        .select({
          publicKey: walletSharings.devicePublicKey,
          version: walletSharings.version,
          state: walletSharings.state,
          createdAt: walletSharings.createdAt,
        })
        .from(walletSharings)
        .where(eq(walletSharings.uid, uid)),
    ),
    all("seats", () => db.select().from(seats).where(eq(seats.uid, uid))),
    rows("messages", messagesOf(db, mints, uid)),
    all("reactions", () => db.select().from(messageReactions).where(eq(messageReactions.uid, uid))),
    all("reports", () =>
      db
        .select({
          mint: messageReports.mint,
          number: messageReports.number,
          reason: messageReports.reason,
          note: messageReports.note,
          reportedAt: messageReports.reportedAt,
        })
        .from(messageReports)
        .where(eq(messageReports.reporterUid, uid)),
    ),
    all("files", () => db.select().from(uploads).where(eq(uploads.uid, uid))),
    rows(
      "transactions",
      paged((after: { ticket: Ticket } | null) =>
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
          .where(and(eq(tickets.uid, uid), after ? gt(tickets.ticket, after.ticket) : undefined))
          .orderBy(asc(tickets.ticket))
          .limit(pageSize),
      ),
    ),
    all("cardOrders", () => db.select().from(cardOrders).where(eq(cardOrders.uid, uid))),
    all("notificationSettings", () =>
      db
        .select({ chosen: notificationSettings.chosen, changedAt: notificationSettings.changedAt })
        .from(notificationSettings)
        .where(eq(notificationSettings.uid, uid)),
    ),
    all("blocked", () =>
      db.select({ uid: blocks.blockedUid, blockedAt: blocks.blockedAt }).from(blocks).where(eq(blocks.uid, uid)),
    ),
  ];
};
