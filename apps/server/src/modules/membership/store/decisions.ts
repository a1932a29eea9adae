import { type Address, type Mint, type SeatLoss, type SeatNote, tokenUnits, type Uid } from "@tribe/contract";
import { and, desc, eq, ne } from "drizzle-orm";
import type { Executor } from "../../../db/client.ts";
import { seatDecisions, seats } from "../schema.ts";
import { readSeatLoss } from "../seat-loss.ts";

/** The decisions about a Tribe's seats, or about one person's, the newest first. */
export const seatDecisionsOf = (db: Executor, mint: Mint, address: Address | null, limit: number) =>
  db
    .select()
    .from(seatDecisions)
    .where(and(eq(seatDecisions.mint, mint), ...(address ? [eq(seatDecisions.address, address)] : [])))
    .orderBy(desc(seatDecisions.id))
    .limit(limit);

/** A seat that was taken or lost, by whom. */
export type SeatChange = Omit<SeatNote, "person"> & { readonly uid: Uid };

/** Who took and who lost a seat, the newest first. Being unblocked without taking one is left out. */
export const seatNotesOf = async (db: Executor, mint: Mint, limit: number): Promise<SeatChange[]> => {
  const rows = await db
    .select({ decision: seatDecisions, now: { state: seats.state, loss: seats.loss } })
    .from(seatDecisions)
    .leftJoin(seats, and(eq(seats.mint, seatDecisions.mint), eq(seats.uid, seatDecisions.uid)))
    .where(and(eq(seatDecisions.mint, mint), ne(seatDecisions.state, "none"), ne(seatDecisions.state, "chief")))
    .orderBy(desc(seatDecisions.id))
    .limit(limit);
  const seen = new Set<Uid>();
  return rows.flatMap(({ decision: { uid, state, rule, rank, holding, decidedAt }, now }): SeatChange[] => {
    const isLatest = !seen.has(uid);
    seen.add(uid);
    // Unblocked, but without a seat.
    if (state === "none" || state === "chief" || (rule === "unblocked" && state !== "active")) return [];
    const loss =
      isLatest && state === "expired" && now?.state === "expired" && now.loss ? readSeatLoss(now.loss) : null;
    return [
      {
        uid,
        at: decidedAt.getTime(),
        state,
        seat: state === "active" ? rank : null,
        missing:
          loss && "tokensToReturn" in loss && loss.tokensToReturn > holding
            ? tokenUnits(loss.tokensToReturn - holding)
            : null,
      },
    ];
  });
};

/** When (ms since 1970) and why somebody lost the seat; null for who has one or never had one. */
export const seatLostBy = async (
  db: Executor,
  mint: Mint,
  uid: Uid,
): Promise<{ readonly at: number; readonly loss: SeatLoss | null } | null> => {
  const [seat] = await db
    .select({ changedAt: seats.changedAt, loss: seats.loss })
    .from(seats)
    .where(and(eq(seats.mint, mint), eq(seats.uid, uid), eq(seats.state, "expired")));
  return seat ? { at: seat.changedAt.getTime(), loss: seat.loss && readSeatLoss(seat.loss) } : null;
};
