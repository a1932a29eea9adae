// Which transfers are listed: docs/decisions/0053.
import { type Address, type AnswerOf, type Lamports, type Mint, routes, type TokenUnits } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { query } from "../../../http/implement.ts";
import { nameAndPictureAt, peopleByAddresses } from "../../identity/index.ts";
import { cardsOf } from "../listing/cards.ts";
import { newestSeats, newestTribes } from "../store/newest.ts";
import { newestTrades } from "../store/trades.ts";

type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

const maxRows = 30;
/** The same for everybody, so it is cached. */
const keptMs = 2_000;

interface Cached {
  readonly madeAt: number;
  readonly activities: Promise<Activity[]>;
}
const cached = new WeakMap<AppContext, Cached>();

/** The newest events in all Tribes. */
export const activity = query(routes.market.activity, async ({ ctx }) => {
  const last = cached.get(ctx);
  const age = last ? ctx.now() - last.madeAt : keptMs;
  if (last && age >= 0 && age < keptMs) return { activities: await last.activities };
  const activities = readActivities(ctx);
  cached.set(ctx, { madeAt: ctx.now(), activities });
  // After a failure the next caller reads it again.
  activities.catch(() => cached.delete(ctx));
  return { activities: await activities };
});

interface Found {
  readonly kind: Activity["kind"];
  readonly at: Date;
  readonly mint: Mint;
  readonly address: Address;
  readonly amount: TokenUnits | null;
  readonly value: Lamports | null;
}

/** The newest of each kind, each by its own index; a new Tribe by its creation, not by its first buy. */
const readActivities = async (ctx: AppContext): Promise<Activity[]> => {
  const { db } = ctx;
  const [traded, created, seated] = await Promise.all([
    newestTrades(db, maxRows),
    newestTribes(db, maxRows),
    newestSeats(db, maxRows),
  ]);
  const found: Found[] = [
    ...traded.map(({ kind, blockTime, mint, trader, amount, value }) => ({
      kind,
      at: blockTime,
      mint,
      address: trader,
      amount,
      value,
    })),
    ...created.map((row) => ({ kind: "create" as const, ...row, amount: null, value: null })),
    ...seated.map(({ state, ...row }) => ({
      kind: state === "active" ? ("seated" as const) : ("out" as const),
      ...row,
      amount: null,
      value: null,
    })),
  ]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxRows);
  const [cards, faces] = await Promise.all([
    cardsOf(ctx, [...new Set(found.map(({ mint }) => mint))]),
    peopleByAddresses(db, [...new Set(found.map(({ address }) => address))]),
  ]);
  return found.flatMap(({ kind, at, mint, address, amount, value }) => {
    const card = cards.get(mint);
    if (!card) return [];
    const person = faces.get(address);
    return {
      kind,
      at: at.getTime(),
      tribe: { mint, name: card.name, symbol: card.symbol, pfp: card.pfp },
      person: { address, uid: person?.uid ?? null, ...nameAndPictureAt(address, person) },
      amount,
      value,
    };
  });
};
