import {
  type Address,
  type AnswerOf,
  minEntryThresholdUnits,
  type routes,
  tokenUnits,
  type Uid,
} from "@tribe/contract";
import type { AppContext } from "../../context/context.ts";
import { cardsOf } from "./listing/cards.ts";
import { heldSeatRows } from "./store/held-seats.ts";

type HeldSeat = AnswerOf<typeof routes.market.ownSeats>["seats"][number];

/** A person's seats and the Tribes of which they hold tokens without a seat, see {@link heldSeatRows}. */
export const heldSeatsOf = async (ctx: AppContext, uid: Uid, address: Address | null): Promise<HeldSeat[]> => {
  const rows = await heldSeatRows(ctx.db, uid, address);
  const cards = await cardsOf(
    ctx,
    rows.map(({ mint }) => mint),
  );
  return rows.flatMap((row) => {
    const card = cards.get(row.mint);
    if (!card) return [];
    return {
      mint: row.mint,
      name: card.name,
      symbol: card.symbol,
      pfp: card.pfp,
      number: row.number,
      groupSize: row.group_size,
      memberCount: row.member_count,
      holding: tokenUnits(BigInt(row.holding)),
      cut: tokenUnits(row.last_holding === null ? minEntryThresholdUnits : BigInt(row.last_holding)),
      needed: tokenUnits(row.needed === null ? minEntryThresholdUnits : BigInt(row.needed)),
    };
  });
};
