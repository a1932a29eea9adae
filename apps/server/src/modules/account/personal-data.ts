import { ApiError, type Mint, type Ticket, type Uid } from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import type { Database } from "../../db/client.ts";
import type { ExportSection } from "./export-text.ts";
import {
  chatsRead,
  chatsWithSeat,
  exportedAlarms,
  exportedBlocks,
  exportedCardOrders,
  exportedFiles,
  exportedMessages,
  exportedNotificationSettings,
  exportedProfile,
  exportedReactions,
  exportedReports,
  exportedSeats,
  exportedSessions,
  exportedSignIns,
  exportedTransactions,
  exportedWallet,
  exportedWalletDevices,
} from "./store/personal-data.ts";

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
  const [seated, read, own] = await Promise.all([
    chatsWithSeat(db, uid),
    chatsRead(db, uid),
    ports.tokens.tokensOf(db, uid),
  ]);
  return [...new Set([...seated, ...read, ...own].map(({ mint }) => mint))].sort();
};

/** A person's messages, chat by chat in the order of writing. */
async function* messagesOf(db: Database, mints: readonly Mint[], uid: Uid) {
  for (const mint of mints)
    yield* paged((after: { number: number } | null) => exportedMessages(db, mint, uid, after?.number ?? 0, pageSize));
}

async function* each<Row>(read: () => Promise<readonly Row[]>): AsyncGenerator<Row> {
  yield* await read();
}

/**
 * All that is stored about a person, table by table, without secrets. What is on chain is public.
 * @throws ApiError `unauthorized`
 */
export const personalData = async (
  ctx: Pick<AppContext, "db" | "ports" | "now">,
  uid: Uid,
): Promise<ExportSection[]> => {
  const { db } = ctx;
  const profile = await exportedProfile(db, uid);
  if (!profile) throw new ApiError("unauthorized");
  const mints = await chatsOf(ctx, uid);
  const rows = (name: string, content: AsyncIterable<unknown>): ExportSection => ({ name, content: { rows: content } });
  const all = <Row>(name: string, read: (db: Database, uid: Uid) => Promise<readonly Row[]>) =>
    rows(
      name,
      each(() => read(db, uid)),
    );
  return [
    { name: "exportedAt", content: { value: new Date(ctx.now()) } },
    { name: "profile", content: { value: profile } },
    all("signIns", exportedSignIns),
    all("sessions", exportedSessions),
    all("wallet", exportedWallet),
    all("walletDevices", exportedWalletDevices),
    all("seats", exportedSeats),
    rows("messages", messagesOf(db, mints, uid)),
    all("reactions", exportedReactions),
    all("reports", exportedReports),
    all("files", exportedFiles),
    rows(
      "transactions",
      paged((after: { ticket: Ticket } | null) => exportedTransactions(db, uid, after?.ticket ?? null, pageSize)),
    ),
    all("cardOrders", exportedCardOrders),
    all("notificationSettings", exportedNotificationSettings),
    all("alarms", exportedAlarms),
    all("blocked", exportedBlocks),
  ];
};
