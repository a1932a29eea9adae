// Which transfers are listed: docs/decisions/0053.
import { type Address, type AnswerOf, routes } from "@tribe/contract";
import type { AppContext } from "../../../context/context.ts";
import { query } from "../../../http/implement.ts";
import { nameAndPictureAt, peopleByAddresses } from "../../identity/index.ts";
import { cardsOf } from "../listing/cards.ts";
import { mergeActivities } from "../rules/activities.ts";
import { newestSeats, newestTribes } from "../store/newest.ts";
import { newestTrades } from "../store/trades.ts";

type Activity = AnswerOf<typeof routes.market.activity>["activities"][number];

const maxRows = 30;
/** The same for everybody, so it is cached. */
const maxAgeMs = 2_000;

interface Cached {
  readonly madeAt: number;
  readonly activities: Promise<Activity[]>;
}
const cached = new WeakMap<AppContext, Cached>();

/** The newest events in all Tribes. */
export const activity = query(routes.market.activity, async ({ ctx }) => {
  const last = cached.get(ctx);
  const age = last ? ctx.now() - last.madeAt : maxAgeMs;
  if (last && age >= 0 && age < maxAgeMs) return { activities: await last.activities };
  const activities = readActivities(ctx);
  cached.set(ctx, { madeAt: ctx.now(), activities });
  // After a failure the next caller reads it again.
  activities.catch(() => cached.delete(ctx));
  return { activities: await activities };
});

/** The newest of each kind, each by its own index; a new Tribe by its creation, not by its first buy. */
const readActivities = async (ctx: AppContext): Promise<Activity[]> => {
  const { db } = ctx;
  const [trades, tribes, seats] = await Promise.all([
    newestTrades(db, maxRows),
    newestTribes(db, maxRows),
    newestSeats(db, maxRows),
  ]);
  const found = mergeActivities({ trades, tribes, seats }, maxRows);
  const [cards, faces] = await Promise.all([
    cardsOf(ctx, [...new Set(found.map(({ mint }) => mint))]),
    peopleByAddresses(db, [
      ...new Set(found.flatMap(({ address, others }) => [address, ...others.map((other) => other.address)])),
    ]),
  ]);
  const faceAt = (address: Address) => {
    const person = faces.get(address);
    return { address, uid: person?.uid ?? null, ...nameAndPictureAt(address, person) };
  };
  return found.flatMap(({ kind, at, mint, address, amount, value, seat, others }) => {
    const card = cards.get(mint);
    if (!card) return [];
    return {
      kind,
      at: at.getTime(),
      tribe: { mint, name: card.name, symbol: card.symbol, pfp: card.pfp },
      person: faceAt(address),
      amount,
      value,
      seat,
      others: others.map((other) => ({ kind: other.kind, person: faceAt(other.address) })),
    };
  });
};
