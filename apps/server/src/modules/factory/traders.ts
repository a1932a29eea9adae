import { isPausedAt } from "@tribe/chain/accounts";
import { type Address, ApiError, type Uid } from "@tribe/contract";
import { type GatedAction, type TradeTerms, tradeTerms } from "@tribe/domain/trading";
import type { ReadingContext } from "../../context/context.ts";
import { requireGates } from "../../context/gates.ts";
import { type Person, personByUid } from "../identity/index.ts";
import { factoryState } from "../market/index.ts";

/** A person with a wallet. */
export type Trader = Person & { readonly address: Address };

/** The caller, with what the action requires of them. @throws ApiError `unauthorized`, `wallet_missing`, `social_required` */
export const traderOf = async (ctx: ReadingContext, uid: Uid, action: GatedAction): Promise<Trader> => {
  const person = await personByUid(ctx.db, uid);
  if (!person) throw new ApiError("unauthorized");
  requireGates(action, person);
  if (!person.address) throw new ApiError("wallet_missing");
  return { ...person, address: person.address };
};

/** @throws ApiError `system_paused` while the factory or the installation is paused, `unavailable` when it can't be read. */
export const factoryAtWork = async (ctx: ReadingContext) => {
  const [factory, { isSystemPaused }] = await Promise.all([factoryState(ctx.chain), ctx.ports.pause.read(ctx.db)]);
  if (isSystemPaused || isPausedAt(factory, ctx.now())) throw new ApiError("system_paused");
  return factory;
};

/**
 * For actions that work while the factory is paused. @throws ApiError `system_paused` while an operator has paused the
 * installation
 */
export const refuseInMaintenance = async (ctx: ReadingContext): Promise<void> => {
  if ((await ctx.ports.pause.read(ctx.db)).isServerPaused) throw new ApiError("system_paused");
};

/** The fee terms of a person's buys and creations. @throws ApiError `affiliate_without_referral` */
export const buyTermsOf = (trader: Trader): TradeTerms => {
  const terms = tradeTerms("buy", trader);
  if (!terms) throw new ApiError("affiliate_without_referral");
  return terms;
};
