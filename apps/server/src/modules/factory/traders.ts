import { type Address, ApiError, type SocialAccount, type Uid } from "@tribe/contract";
import { noFlags, type TradeFlags } from "@tribe/domain";
import type { AppContext } from "../../context.ts";
import type { Person } from "../../ports.ts";
import { factoryState } from "../market/index.ts";

/** A person with a wallet. */
export type Trader = Person & { readonly address: Address };

/** Who asks, with a wallet. @throws ApiError `unauthorized`, `wallet_missing`. */
export const traderOf = async (ctx: AppContext, uid: Uid): Promise<Trader> => {
  const person = await ctx.ports.people.byUid(ctx.db, uid);
  if (!person) throw new ApiError("unauthorized");
  if (!person.address) throw new ApiError("wallet_missing");
  return { ...person, address: person.address };
};

/** The social account that buying and creating ask for. @throws ApiError `social_required`. */
export const connectedSocial = (person: Person): SocialAccount => {
  if (!person.twitter) throw new ApiError("social_required");
  return person.twitter;
};

/** @throws ApiError `system_paused` while the factory or the installation is paused, `unavailable` when it can't be read. */
export const factoryAtWork = async (ctx: AppContext) => {
  const [factory, { isSystemPaused }] = await Promise.all([factoryState(ctx.chain), ctx.ports.pause.read(ctx.db)]);
  if (isSystemPaused || factory.paused) throw new ApiError("system_paused");
  return factory;
};

/** For what a pause of the factory does not stop. @throws ApiError `system_paused` while an operator has paused the installation. */
export const refuseInMaintenance = async (ctx: AppContext): Promise<void> => {
  if ((await ctx.ports.pause.read(ctx.db)).isServerPaused) throw new ApiError("system_paused");
};

/** What a person's trades pay, and whom. */
export interface Terms {
  readonly flags: TradeFlags;
  /** Who brought the trader; exactly with the referral flag. */
  readonly referrer: Address | null;
}

/**
 * A person's terms from their account.
 * @throws ApiError `affiliate_without_referral` when an affiliate's trader names nobody.
 */
export const termsOf = (trader: Trader): Terms => {
  const { inviterAddress, isAffiliate, isDiscount } = trader;
  // The program refuses a trader as their own referrer.
  const referrer = inviterAddress === trader.address ? null : inviterAddress;
  if (isAffiliate && !referrer) throw new ApiError("affiliate_without_referral");
  return { flags: { referral: referrer !== null, affiliate: isAffiliate, discount: isDiscount }, referrer };
};

/** Terms of a sell: what stands in the way of an affiliate's buy never stands in the way of leaving. */
export const termsOfSell = (trader: Trader): Terms => {
  const { inviterAddress, isDiscount } = trader;
  if (inviterAddress && inviterAddress !== trader.address) return termsOf(trader);
  return { flags: { ...noFlags, discount: isDiscount }, referrer: null };
};
