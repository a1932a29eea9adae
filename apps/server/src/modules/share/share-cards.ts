import type { Mint } from "@tribe/contract";
import QuickLRU from "quick-lru";
import type { AppContext } from "../../context/context.ts";
import { renderCard } from "./card/render.ts";
import { tribeCard } from "./card/tribe-card.ts";
import { tribeFacts } from "./facts.ts";

/** A link's preview may be this old. */
const maxAgeMs = 60_000;
/** About 15 MB. */
const maxCached = 200;

const cached = new WeakMap<AppContext, QuickLRU<Mint, Promise<Buffer>>>();

/** A Tribe's card as PNG, at most a minute old; many requests at once draw it once. @throws ApiError `not_found` */
export const tribeImage = (ctx: AppContext, mint: Mint): Promise<Buffer> => {
  const cards = cached.get(ctx) ?? new QuickLRU<Mint, Promise<Buffer>>({ maxSize: maxCached, maxAge: maxAgeMs });
  cached.set(ctx, cards);
  const recent = cards.get(mint);
  if (recent) return recent;
  const drawn = tribeFacts(ctx, mint).then((facts) => renderCard(tribeCard(facts)));
  cards.set(mint, drawn);
  drawn.catch(() => cards.delete(mint));
  return drawn;
};
